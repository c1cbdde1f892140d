"""Deutsch."""

NAME = "Deutsch"
FORMS = ("one", "other")
DECIMAL = ","


def form(number: str) -> str:
    """Which of the forms goes with a number as it is written: 1 Partie, but 1.0 Partien."""
    return "one" if number == "1" else "other"


PHRASES: dict[str, str] = {
    # small parts
    "join": ", ",
    "seat": "Platz {number}",
    "where.line": "Zeile {line}",
    "where.event": "Ereignis {event}",
    "type.text": "ein Text",
    "type.texts": "eine Liste von Texten",
    "type.integer": "eine ganze Zahl",
    "type.integers": "eine Liste ganzer Zahlen",
    "type.object": "ein Objekt",
    "type.list": "eine Liste",
    "type.seats": "eine Liste mit einem Objekt je Platz",
    "type.json": "reines JSON",
    # titles and their variants
    "title.seven-prophecies": "Seven Prophecies",
    "title.seven-prophecies-2017": "Seven Prophecies, erste Ausgabe",
    "title.prophecy": "Prophecy",
    "variant.seven-prophecies-2017.first-to-two": "zuerst zweimal",
    "variant.seven-prophecies-2017.single-round": "eine Runde",
    "variant.prophecy.short": "kurz",
    # suits
    "suit.seven-prophecies.B": "Besen",
    "suit.seven-prophecies.M": "Pilz",
    "suit.seven-prophecies.P": "Trank",
    "suit.seven-prophecies.S": "Zauberbuch",
    "suit.seven-prophecies-2017.S": "Stern",
    "suit.seven-prophecies-2017.M": "Mond",
    "suit.seven-prophecies-2017.E": "Auge",
    "suit.seven-prophecies-2017.R": "Stab",
    "suit.prophecy.S": "Sonne",
    "suit.prophecy.P": "Speer",
    "suit.prophecy.V": "Viper",
    "suit.prophecy.E": "Adler",
    "specialist.Jaguar": "Jaguar",
    "specialist.Monkey": "Affe",
    "specialist.Shaman": "Schamane",
    "specialist.Lizard": "Echse",
    # a view as text, for language models and people (docs/adapters.md: the form is stable)
    "text.line": "{label}: {value}",
    "text.game": "{title} ({name}), {players} Spieler",
    "text.seat": "Platz {seat}",
    "text.you": "Platz {seat} (du)",
    "text.spectator": "Zuschauer",
    "text.none": "keine",
    "text.met": " erfüllt",
    "text.token": " Marker",
    "text.place": " #{place}",
    "text.takes": " gewinnt ihn",
    "text.chosen": "gewählt (verdeckt)",
    "text.not-chosen": "noch nicht gewählt",
    "text.nothing-played": "noch nichts gespielt",
    "text.any-bid": (
        "beliebige {size} Karten der Hand, die eine Farbe haben, in Kartenfolge, verbunden mit +, etwa {example}"
    ),
    "text.phase.deal": "vor dem Geben",
    "text.phase.prophecy": "Vorhersagen",
    "text.phase.bid": "Ansagen",
    "text.phase.tricks": "Stiche",
    "text.phase.over": "die Partie ist vorbei",
    "text.label.game": "Spiel",
    "text.label.options": "Optionen",
    "text.label.suits": "Farben",
    "text.label.seat": "Sicht von",
    "text.label.round": "Runde",
    "text.label.phase": "Phase",
    "text.label.scores": "Stand",
    "text.label.last-round": "Punkte der letzten Runde",
    "text.label.future": "Zukunftsreihe (Farbe jedes Stichs)",
    "text.label.open": "Offen beiseite",
    "text.label.starter": "Spielt zum ersten Stich aus",
    "text.label.prophecies": "Vorhersagen (Marker je Rang, ab dem 1.)",
    "text.label.left": "Übrige Marker",
    "text.label.trick": "Stich {number} (Stichfarbe {lead})",
    "text.label.trick-now": "Stich {number}, läuft (Stichfarbe {lead})",
    "text.label.winning": "Gewinnt den Stich bisher",
    "text.label.wheel": "Trumpf je Runde",
    "text.label.trump": "Trumpf",
    "text.label.dealer": "Gibt",
    "text.label.open-bidders": "Sagen zuerst an, offen",
    "text.label.bids": "Ansagen",
    "text.label.won": "Gemachte Stiche",
    "text.label.voids": "Hat keine Karte in",
    "text.label.unseen": "Ungesehene Karten",
    "text.label.hand": "Hand",
    "text.label.to-act": "Am Zug",
    "text.label.winners": "Gewonnen von",
    "text.label.legal": "Erlaubte Aktionen ({count})",
    # loading a game, a bot
    "no.unknown-game": "es gibt kein Spiel „{found}“: Wähle aus {known}",
    "no.player-count": "dieses Spiel geht nicht mit {found}: Es ist für {players} Spieler",
    "no.no-such-option": "es gibt keine Option „{option}“: Dieses Spiel hat {known}",
    "no.wheel-letters": "„{found}“ ist kein Trumpfrad: Nimm {count} Buchstaben aus {letters}, etwa {example}",
    "no.wheel-each-once": "„{found}“ ist kein Trumpfrad: Nimm {letters}, jeden einmal, etwa {example}",
    "no.option-not-for-agents": (
        "Umgebungen spielen nicht mit der Option {option}: Sie fragen einen Agenten nach dem anderen"
    ),
    "no.option-value": "„{found}“ ist kein Wert der Option {option}: Wähle aus {choices}",
    "no.seed": "ein Startwert ist eine ganze Zahl von 0 bis 2^64-1 oder 32 Bytes",
    "no.no-such-seat": "es gibt keinen Platz {found}: Die Plätze sind 0 bis {last}",
    "no.wrong-names": "Namen müssen {players} Texte sein, einer je Platz",
    "no.unknown-bot": "es gibt keinen Bot „{found}“: Wähle aus {known}",
    "no.cheat": "der Bot „cheat“ sieht alle Hände und spielt darum nur in der Arena",
    "no.bot-setting": "der Bot „{bot}“ kennt diese Einstellungen nicht: {found}",
    # notation
    "no.unreadable": "„{text}“ ist in diesem Spiel keine Aktion: Schreib zum Beispiel {example}",
    "no.no-prophecies-here": (
        "„{text}“ ist eine Vorhersage, dieses Spiel hat aber Ansagen: Schreib zum Beispiel S3+V4+E9"
    ),
    "no.bid-order": "„{text}“ ist nicht in Kartenfolge: Schreib {right}",
    # illegal actions
    "no.match-over": "die Partie ist vorbei: Es wird nichts mehr gespielt",
    "no.wait-for-deal": "die Karten sind noch nicht gegeben: Warte darauf",
    "no.not-your-turn": "du bist nicht dran: Warte auf {seats}",
    "no.open-bids-first": "wer vorn liegt, sagt zuerst an, offen: Warte auf {seats}",
    "no.prophecy-stands": "du hast schon vorhergesagt: Warte auf die anderen",
    "no.bid-stands": "du hast schon angesagt: Warte auf die anderen",
    "no.prophecy-first": "sag zuerst vorher: Verteile sieben Marker auf die Ränge, etwa 2-1-1-3",
    "no.prophecy-first.seven-prophecies-2017": "sag zuerst vorher: Verteile sieben Steine auf die Ränge, etwa 2-1-1-3",
    "no.bid-first": "sag zuerst an: Karten, verbunden mit +, etwa S3+V4+E9",
    "no.prophecy-is-over": "alle Vorhersagen sind gemacht: Spiel eine Karte",
    "no.bid-is-over": "alle Ansagen sind gemacht: Spiel eine Karte",
    "no.not-in-hand": "du hast {card} nicht: Wähle eine Karte aus deiner Hand",
    "no.must-follow": "du hast Karten in {suit} und musst bedienen",
    "no.must-follow-or-specialist": "du hast Karten in {suit}: Bediene oder spiel einen Spezialisten",
    "no.wrong-places": "das sind {found} {found:Rang|Ränge}: Gib Marker für {places} Ränge an, auch Nullen",
    "no.wrong-places.seven-prophecies-2017": (
        "das sind {found} {found:Rang|Ränge}: Gib Steine für {places} Ränge an, auch Nullen"
    ),
    "no.not-seven": "das {found:ist|sind} {found} Marker: Leg alle {tokens}",
    "no.not-seven.seven-prophecies-2017": "das {found:ist|sind} {found} {found:Stein|Steine}: Leg alle {tokens}",
    "no.no-specialist-in-bid": (
        "die Karte {specialist} darf nicht in die Ansage: Sag nur mit Karten an, die eine Farbe haben"
    ),
    "no.bid-size": "diese Ansage hat {found} {found:Karte|Karten}: Nimm {size}",
    "no.shaman-leads": "den Schamanen darfst du nicht ausspielen: Spiel eine andere Karte aus",
    "no.must-surrender": "den Schamanen darfst du nicht ausspielen und hast nichts anderes: Gib das Ausspiel ab",
    "no.no-surrender": (
        "das Ausspiel abgeben kannst du nur, wenn du ausspielen musst und nur den Schamanen hast: Spiel eine Karte"
    ),
    "no.name-a-suit": "beim Ausspielen von {specialist} musst du eine Farbe nennen: Schreib zum Beispiel {example}",
    "no.monkey-names-trump": "der Affe darf nicht die Trumpffarbe nennen, {trump}: Nenn eine andere",
    "no.suit-is-led": "eine Farbe ist schon ausgespielt: Spiel {specialist} ohne Farbwunsch",
    # numbered actions and environments
    "no.action-number": "„{found}“ ist keine Aktionsnummer: Nimm eine ganze Zahl von 0 bis {last}",
    "no.batch-size": "„{found}“ ist keine Stapelgröße: Nimm eine ganze Zahl ab 1",
    "no.batch-numbers": "{option} braucht {size} ganze Zahlen, eine je Umgebung (Startwerte von 0 bis 2⁶⁴ − 1)",
    "no.batch-buffer": (
        "der Puffer {option} muss ein beschreibbares, zusammenhängendes Array der Form {shape} vom Typ {type} sein"
    ),
    "no.opponents-count": "{players} Spieler brauchen {wanted} Gegner, einen für jeden anderen Platz, nicht {found}",
    "no.bid-ascending": (
        "{size} {size:Karte wird|Karten werden} einzeln in Kartenfolge angesagt: Wähle eine spätere, hinter der "
        "genug folgen"
    ),
    "no.no-match-yet": "es gibt noch keine Partie: Ruf zuerst reset auf",
    "no.dead-step": "diese Episode ist vorbei: step mit None oder reset",
    "no.no-such-agent": "es gibt keinen Agenten „{found}“: Wähle aus {known}",
    "no.no-render-mode": "zum Zeichnen braucht es einen render_mode: Wähle aus {choices}",
    # the table server
    "no.table-closed": "dieser Tisch ist geschlossen: Öffne einen oder geh an einen anderen",
    "no.no-such-table": "diesen Tisch gibt es nicht: Frag noch einmal nach dem Link",
    "no.no-such-match": (
        "diese Partie gibt es nicht, oder sie ist privat: Bitte jemanden, der mitgespielt hat, um einen Link"
    ),
    "no.no-such-token": "dieses Token öffnet keinen Platz an diesem Tisch: Bitte den Gastgeber um ein neues",
    "no.no-such-link": "dieser Link ist benutzt oder abgelaufen: Bitte um einen neuen",
    "no.no-such-page": "hier ist nichts: Was es gibt, steht in /api/openapi.json",
    "no.no-such-method": "diese Adresse nimmt diese Methode nicht an: siehe /api/openapi.json",
    "no.no-such-language": "es gibt keine Sprache „{found}“: Wähle aus {known}",
    "no.no-such-phrase": "es gibt keinen Satz „{found}“: Wähle aus {known}",
    "no.seats-for-people": "hier sitzen {people} Personen, zu viele für einen Tisch mit {players}",
    "no.queue-full": "{limit} Personen warten schon auf einen Platz",
    "no.no-drop-in": "an diesem Tisch können Gäste keinen Bot-Platz übernehmen",
    "no.had-seat": "du hattest in dieser Partie einen Platz; die nächste kannst du mitspielen",
    "no.seat-taken": "{seat} ist besetzt: Wähle einen freien Platz",
    "no.not-your-seat": "{seat} ist nicht deiner: Handle nur für deinen Platz",
    "no.no-such-line": "so eine Chatzeile von jemand anderem gibt es nicht",
    "no.no-such-reaction": "die Reaktion „{found}“ gibt es nicht: Wähle aus {known}",
    "no.not-seated": "du hast keinen Platz an diesem Tisch: Nimm zuerst einen",
    "no.nobody-there": "auf {seat} sitzt kein Mensch: Wähle einen anderen Platz",
    "no.not-gone": "für {seat} springt niemand ein: Vergeben lässt sich nur der Platz von jemandem, der gegangen ist",
    "no.seen-cards": "du hast in dieser Partie fremde Karten gesehen, darum muss {seat} an jemand anderes gehen",
    "no.take-back-alone": "zurücknehmen kannst du nur allein gegen Bots: Andere haben deinen Zug gesehen",
    "no.nothing-to-take-back": "es gibt nichts zurückzunehmen: Du hast in dieser Partie noch nichts entschieden",
    "no.hurry-alone": "Bots antreiben kannst du nur allein gegen Bots: Andere wollen zusehen",
    "no.nobody-known": "wir kennen deinen Namen noch nicht: Schick ihn zuerst mit POST /api/me",
    "no.not-host": "das kann nur der Gastgeber: Frag ihn",
    "no.needs-open": "das geht nur vor einer Partie: Warte, bis diese vorbei ist",
    "no.needs-playing": "das geht nur während einer Partie: Warte, bis sie beginnt",
    "no.needs-over": "das geht nur nach einer Partie: Spiel sie zu Ende",
    "no.no-match-running": "es läuft keine Partie: Warte, bis sie beginnt",
    "no.days-only": "das gibt es nur bei Fernpartien",
    "no.plan-in-turn": "du bist dran: Spiel die Karte selbst",
    "no.plan-not-in-hand": "vorab wählen kannst du nur eine Karte aus deiner Hand",
    "no.no-passkeys-here": "Passkeys brauchen https und einen Namen für den Server: Füg den Passkey dort hinzu",
    "no.no-such-passkey": (
        "dieser Server kennt den Passkey nicht: Nimm einen anderen oder die sechs Wörter eines deiner Geräte"
    ),
    "no.passkey-refused": "dieser Passkey ging nicht oder dauerte zu lange: Versuch es noch einmal",
    "no.too-many-passkeys": "du hast {limit} Passkeys: Entferne zuerst einen",
    "no.stale": (
        "das war für Entscheidung {found} dieses Platzes, der schon {made} getroffen hat: Sieh nach und wähle neu"
    ),
    "no.paused": "der Gastgeber hat die Partie angehalten: Warte, bis sie weitergeht",
    "no.too-late-for-bytes": "deine Zufallsbytes werden nicht mehr gebraucht: Die Partie geht ohne sie weiter",
    "no.bytes-not-asked": "Zufallsbytes zählen erst, wenn alle Festlegungen da sind: Warte, bis du gefragt wirst",
    "no.bytes-do-not-fit": "diese Bytes passen nicht zu deiner Festlegung: Schick dieselben 16 Bytes",
    "no.no-chat": "dieser Tisch hat keinen Chat",
    "no.phrases-only": "an diesem Tisch gibt es nur fertige Sätze: Wähle einen",
    "no.watchers-silent": "wer zuschaut, kann an diesem Tisch nicht chatten",
    "no.too-many-reactions": "du kannst alle fünf Sekunden einmal reagieren",
    "no.too-much-talk": "du schickst Nachrichten zu schnell: Warte ein paar Sekunden",
    "no.too-many-applications": "du fragst zu schnell nach Plätzen: Warte ein wenig",
    "no.search-nothing": "wähle mindestens ein Spiel, und live oder Fernpartie",
    "no.unknown-zone": "„{found}“ ist keine Zeitzone: Gib einen Namen wie Europe/Berlin an",
    "no.nothing-said": "diese Nachricht ist leer: Schreib oder wähle etwas",
    "no.no-spectators": "an diesem Tisch gibt es keine Zuschauer: Nur wer mitspielt, sieht die Partie",
    "no.seats-of-table": "ein Tisch für {players} braucht {players} Plätze: Gib je Platz einen Wunsch an",
    "no.seat-wish": "„{found}“ ist kein Platzwunsch: Schreib me, open, external oder bot:NAME",
    "no.nobody-to-play": "an diesem Tisch würde niemand spielen: Behalt einen Platz für dich, Freunde oder deinen Bot",
    "no.too-many-of-yours": "du hast schon {limit} offene Tische, mehr geht nicht: Schließ zuerst einen",
    "no.too-many-from-here": (
        "aus deinem Netz sind schon {limit} Tische offen, mehr geht nicht: Schließ einen oder warte"
    ),
    "no.too-many-tables": "dieser Server ist voll: Versuch es später noch einmal",
    "no.too-fast": "du schickst Nachrichten schneller, als dieser Server sie liest: langsamer, bitte",
    "no.too-many-requests": "du schickst Anfragen schneller, als dieser Server sie beantwortet: langsamer, bitte",
    "no.no-reviews": "dieser Server macht keine Analysen",
    "no.too-much-work": "aus deinem Netz warten schon zu viele Anfragen: Versuch es in ein paar Sekunden noch einmal",
    "no.busy": "dieser Server hat so viele Gäste, wie er verträgt: Versuch es gleich noch einmal",
    "no.busy-here": "aus deinem Netz sind zu viele Verbindungen offen: Schließ einige Seiten oder versuch es später",
    "no.busy-seats": "du hast nur zugeschaut, und jemand aus deinem Netz mit einem Platz brauchte die Verbindung",
    "no.blocked": "der Betreiber dieses Servers hat dich bis {until} gesperrt",
    "no.blocked-for-good": "der Betreiber dieses Servers hat dich gesperrt",
    "no.blocked-network": "der Betreiber dieses Servers hat dein Netz bis {until} gesperrt",
    "no.blocked-network-for-good": "der Betreiber dieses Servers hat dein Netz gesperrt",
    "no.muted": "der Betreiber dieses Servers hat dich bis {until} stummgeschaltet",
    "no.muted-for-good": "der Betreiber dieses Servers hat dich stummgeschaltet",
    "no.removed": "der Betreiber dieses Servers hat dich vom Tisch entfernt",
    "no.admin-link": "diese Seite braucht einen Link; wer den Server betreibt, bekommt ihn mit: foretold admin link",
    "no.admin-no-link": "dieser Link ist benutzt oder abgelaufen: Hol dir einen neuen mit foretold admin link",
    "no.admin-reason": "gib einen Grund an: Er kommt ins Protokoll",
    "no.admin-text": "eine Mitteilung braucht einen Text",
    "no.admin-network": (
        "{found} lässt sich nicht sperren: Gib ein IPv4-Netz mit /24 oder /32 an oder ein IPv6-Netz mit /48 oder /64"
    ),
    "no.admin-limit": "{limit} ist eine ganze Zahl von {least} bis {most}",
    "no.no-such-report": "zu so einer Zeile gibt es hier keine Meldung",
    "no.no-such-restriction": "so eine Einschränkung gilt gerade nicht",
    "no.no-such-announcement": "so eine Mitteilung wird nicht gezeigt",
    "no.no-such-session": "so eine Sitzung oder so einen Link gibt es nicht",
    "no.no-such-person": "niemand mit dieser ID ist hier bekannt",
    "no.too-many-reviews": "es warten schon zu viele Analysen: Frag später noch einmal",
    "no.too-many-errors": (
        "zu viele unlesbare Nachrichten auf dieser Verbindung: Berichtige das Programm und verbinde dich neu"
    ),
    "no.too-slow": "diese Verbindung liest nicht, was sie bekommt: Verbinde dich neu",
    "no.message-too-long": "diese Nachricht ist zu lang: höchstens {limit} Bytes",
    "no.body-too-large": "das ist zu groß: höchstens {limit} Bytes",
    "no.not-json-type": "diese Adresse nimmt JSON: Schick die Kopfzeile Content-Type: application/json",
    "no.bad-message": "diese Nachricht ist nicht lesbar: {found}",
    "no.no-hello": "eine Verbindung beginnt mit einer Nachricht hello, die den Tisch nennt",
    "no.hello-twice": "diese Verbindung hat schon hello gesagt: Öffne für einen anderen Tisch eine neue",
    "no.other-protocol": "dieser Server spricht foretold-wire/1: Nimm ein Programm, das es auch tut",
    "no.other-host": "dieser Server heißt nicht „{found}“: Starte ihn mit --names oder --public-url und diesem Namen",
    "no.other-origin": "diese Anfrage kommt von der Seite einer anderen Adresse: Öffne die Seite dieses Servers",
    "no.database-away": (
        "der Server erreicht gerade seine Datenbank nicht: Nichts ist verloren, die Partie geht weiter, sobald er es "
        "kann"
    ),
    "no.table-newer": "eine neuere Version des Servers hat diesen Tisch: Du wirst gleich damit verbunden",
    "no.restart": "der Server startet neu: Die Partie geht gleich weiter",
    "no.not-stored": "der Server konnte das nicht speichern, es ist also nicht geschehen: Versuch es noch einmal",
    "no.crash": "auf dem Server ging etwas schief; nichts wurde geändert",
    "no.replay-seat": "„{found}“ ist keine Sicht: Wähle 0 bis {last}, all oder spectator",
    "no.replay-too-long": "eine Wiederholung zeigt höchstens {limit} Ereignisse: Kürz die Aufzeichnung",
    "no.what-if-step": "es gibt keinen Schritt {found}: Wähle von 0 bis {last}",
    "no.what-if-over": "bei diesem Schritt ist die Partie schon vorbei: Wähle einen früheren",
    "no.no-such-puzzle": "so ein Rätsel gibt es nicht",
    "no.puzzle-not-now": "das steht nicht zur Wahl: Antworte mit einer der Möglichkeiten",
    # the plain page
    "page.what": "Seven Prophecies und Prophecy: Stichspiele mit Freunden und Bots.",
    "page.tables": "Öffentliche Tische",
    "page.none": "Gerade keine öffentlichen Tische.",
    "page.free": "{free} von {players} Plätzen frei",
    "page.api": "Für Programme:",
    "page.busy": "Der Server ist ausgelastet",
    "page.busy.why": "{sentence}.",
    "page.busy.again": "Diese Seite versucht es in ein paar Sekunden von selbst noch einmal.",
    "page.phase.open": "wartet auf Mitspieler",
    "page.phase.sharing": "beginnt gleich",
    "page.phase.playing": "läuft",
    "page.phase.over": "vorbei",
    "page.phase.closed": "geschlossen",
    # preset phrases of the chat
    "phrase.hello": "Hallo!",
    "phrase.good-luck": "Viel Glück!",
    "phrase.well-played": "Gut gespielt!",
    "phrase.thanks": "Danke schön!",
    "phrase.sorry": "Tut mir leid!",
    "phrase.one-moment": "Einen Moment, bitte.",
    "phrase.ready": "Ich bin bereit.",
    "phrase.again": "Noch eine Partie?",
    "phrase.goodbye": "Tschüss!",
    "phrase.may-i-play": "Darf ich mitspielen?",
    "reaction.nice": "Schön!",
    "reaction.wow": "Wow!",
    "reaction.ha-ha": "Haha!",
    "reaction.ouch": "Autsch!",
    "reaction.hmm": "Hmm …",
    "reaction.thanks": "Danke!",
    # commands
    "no.option-form": "„{text}“ ist keine Option: Schreib name=wert, zum Beispiel tenth_trick_scores=false",
    "no.games-count": "--games {found} spielt nichts: Nimm eine Zahl ab 1",
    "no.bots-count": (
        "{found} {found:Bot füllt|Bots füllen} nicht {players} Plätze: Gib einen je Platz an oder einen für alle"
    ),
    "no.unwritable-file": "{file} lässt sich nicht schreiben: {why}",
    "simulate.summary": (
        "{game}: {matches} {matches:Partie|Partien}, {rounds} {rounds:Runde|Runden}; {per_match} "
        "{per_match:Runde|Runden} je Partie, {tricks} {tricks:Stich|Stiche} je Runde, {shared} der Siege geteilt"
    ),
    "simulate.seat": "Platz",
    "simulate.bot": "Bot",
    "simulate.wins": "Siege",
    "simulate.score": "Stand",
    "simulate.points": "Punkte je Runde",
    "simulate.fulfilled": "erfüllt",
    "simulate.start": "Plätze links vom ersten Ausspiel",
    "simulate.round": "gewonnene Runden",
    "simulate.tricks": "Stiche der Runde",
    "simulate.rounds": "Runden",
    "simulate.prophecies": "erfüllte Vorhersagen",
    # arena
    "no.arena-bots-count": (
        "{found} {found:Bot macht|Bots machen} kein Turnier: Nenn zwei oder mehr, zum Beispiel --bots seer,greedy"
    ),
    "no.arena-bot-form": (
        "„{text}“ ist kein Bot: Schreib einen Namen oder name:schlüssel=wert, zum Beispiel seer:worlds=60"
    ),
    "no.arena-budget": (
        "„{text}“ hat kein solches Budget: Gib worlds=N (1 bis 1000000) oder seconds=S (0.02 bis 5) an, nicht beides"
    ),
    "no.arena-until": "„{text}“ ist kein Konfidenzniveau: Nimm 50% bis unter 100%, zum Beispiel --until 95%",
    "no.arena-resume-what": "--resume setzt eine Datei fort: Nenn sie mit --out",
    "no.arena-exists": "{file} gibt es schon: Setz sie mit --resume fort oder wähle mit --out einen anderen Namen",
    "no.arena-no-arena": "{file} ist keine Datei dieser Art ({format}): Wähle einen anderen Namen",
    "no.arena-other-plan": (
        "{file} enthält eine andere Arbeit ({key}: dort {found}, hier {wanted}): Wähle einen anderen Namen"
    ),
    "no.arena-damaged": (
        "{file} ist in Zeile {line} beschädigt: Lösch sie und alles danach oder wähle einen anderen Namen"
    ),
    "no.calibrate-resume-what": "--resume setzt eine Datei fort: Nenn sie mit --rows",
    "no.calibrate-check-or-out": "--check passt nichts an, was zu schreiben wäre: Lass --check oder --out weg",
    "no.calibrate-one-of": "--check, --luck und --nearest tun Verschiedenes: Wähle eins davon",
    "no.calibrate-few-matches": "--luck braucht {least} Partien oder mehr: --games ist {games}",
    "no.calibrate-too-few": (
        "nichts wurde geschrieben: Mit {strong} starken anderen gibt es {rounds} Runden, eine Kalibrierung braucht "
        "aber {least}. Spiel mehr --games"
    ),
    "no.calibrate-diverged": (
        "nichts wurde geschrieben: Diese Geraden würden gleiche Chancen als fast 0 oder 1 lesen: {lines}"
    ),
    "no.calibrate-worse": (
        "nichts wurde geschrieben: Auf zurückgehaltenen Partien ist der Log-Verlust {fitted}; mit der Kalibrierung "
        "des nächsten Spiels {prior}"
    ),
    "no.calibrate-nothing": (
        "für {game} mit {players} Spielern und diesen Optionen ist nichts gemessen: Lass --check weg, um zu messen"
    ),
    "calibrate.summary": (
        "{game}, {players} Spieler, Startwert {seed}: {matches} {matches:Partie|Partien}. Versprochen minus "
        "eingetreten:"
    ),
    "calibrate.phase": "Stich",
    "calibrate.told": "vorher",
    "calibrate.strong": ("starke\nandere"),
    "calibrate.rows": "Entscheidungen",
    "calibrate.rounds": "Runden",
    "calibrate.raw": "roh",
    "calibrate.calibrated": "kalibriert",
    "calibrate.third": ("Drittel\nder Partie"),
    "calibrate.r2": ("Anteil der Punkte\nvorhergesagt"),
    "calibrate.log-loss": ("Log-Verlust\nder Erfüllung"),
    "calibrate.off": ("Chancen\nfalsch um"),
    "calibrate.plot-title": "Vorhergesagte Chancen und was geschah",
    "calibrate.plot-subtitle": "{game}, {players} starke Spieler, Startwert {seed}",
    "calibrate.plot-said": "vorhergesagte Chance",
    "calibrate.plot-came": "wie oft es eintrat",
    "calibrate.note": "→ führt von roh zu kalibriert; ± ist das 95-%-Intervall nach Runden.",
    "calibrate.kept": (
        "{matches} {matches:Partie ist|Partien sind} in {file} gespeichert. Zum Fortsetzen: derselbe Befehl mit "
        "--resume"
    ),
    # the benchmark
    "no.policy-form": "„{found}“ ist keine Strategie: Schreib modul:funktion, zum Beispiel mine:policy",
    "no.policy-missing": "die Strategie „{found}“ lässt sich nicht laden: {why}",
    "no.benchmark-who": "sag, wer spielt: --policy modul:funktion oder --bot NAME",
    "no.benchmark-result": "Ergebnis {number} der Datei kann nicht stimmen: Sieh dir sein Feld {field} an",
    "benchmark.summary": "{task}: {player} reihum auf jedem Platz, dieselben Verteilungen gegen jede Art von Gegnern.",
    "benchmark.against": "gegen",
    "benchmark.count": "Runden",
    "benchmark.ahead": ("vor den\nanderen"),
    "benchmark.rounds": ("Runden\ngewonnen"),
    "benchmark.matches": ("Partien\ngewonnen"),
    "benchmark.fulfilled": "erfüllt",
    "benchmark.values": ("eigene Werte\nzu hoch um"),
    "benchmark.time": "ms je Zug",
    "benchmark.note": "± ist das 95-%-Intervall über Blöcke. Unter Gleichen gewinnt jeder Platz {share}.",
    "benchmark.short": "Weniger Blöcke, als die Aufgabe hat: kein volles Ergebnis.",
    "benchmark.tasks": "Aufgaben:",
    "benchmark.before": (
        "{task}: student holt gegen {bot} {ahead} ± {interval} Punkte je Runde ({rounds} {rounds:Runde|Runden})."
    ),
    "benchmark.best-response": (
        "{task}: Wer gegen {bot} gelernt hat, holt {ahead} ± {interval} Punkte je Runde ({rounds} "
        "{rounds:Runde|Runden}). Das ist eine untere Grenze."
    ),
    "train.strength": "{players} Spieler: {ahead} ± {interval} Punkte je Runde vor greedy",
    "train.done": "Die neuronalen Netze sind in {path}, nach {seconds} {seconds:Sekunde|Sekunden} CPU-Zeit",
    "dataset.done": "{rounds} {rounds:Runde ist|Runden sind} in {path}; was die Spalten enthalten, sagt README.md dort",
    "arena.summary-match": (
        "{game}, {players} Spieler, Startwert {seed}: {blocks} {blocks:Block|Blöcke} gleicher Verteilungen, "
        "{matches} {matches:Partie|Partien}, {rounds} {rounds:Runde|Runden}."
    ),
    "arena.summary-round": (
        "{game}, {players} Spieler, Startwert {seed}: {blocks} {blocks:Block|Blöcke} gleicher Verteilungen, {rounds} "
        "{rounds:Runde|Runden}."
    ),
    "arena.bot": "Bot",
    "arena.points": ("Punkte\nje Runde"),
    "arena.ahead": ("vor den\nanderen"),
    "arena.to-first": ("vor dem\nersten"),
    "arena.rounds": ("Runden\ngewonnen"),
    "arena.matches": ("Partien\ngewonnen"),
    "arena.fulfilled": "erfüllt",
    "arena.in-trick": ("in\nStich {trick}"),
    "arena.rating": "Wertung",
    "arena.decisions": "Entscheidungen",
    "arena.time": "ms je Zug",
    "arena.slowest": "langsamste, ms",
    "arena.note-interval": "± ist das 95-%-Intervall über Blöcke. Unter Gleichen gewinnt jeder Platz {share}.",
    "arena.note-bound": (
        "± ist ein Intervall, das bei jedem Nachsehen zugleich gilt ({level}). Unter Gleichen gewinnt jeder Platz "
        "{share}."
    ),
    "arena.note-timed": (
        "Manche Bots denken nach der Uhr: Mit diesem Startwert wiederholen sich Verteilungen und Plätze, die Zahlen "
        "aber nicht."
    ),
    "arena.decided": (
        "Entschieden nach {blocks} {blocks:Block|Blöcken}: Der erste Bot unterscheidet sich klar von jedem anderen."
    ),
    "arena.undecided": "Unentschieden nach {blocks} {blocks:Block|Blöcken}.",
    "arena.kept": (
        "{blocks} {blocks:Block ist|Blöcke sind} in {file} gespeichert. Zum Fortsetzen: derselbe Befehl mit --resume"
    ),
    "arena.plot-title": "Punkte je Runde vor den anderen",
    "arena.plot-axis": "Punkte je Runde ({level}-Intervall über Blöcke gleicher Verteilungen)",
    "check.ok": (
        "in Ordnung: {records} {records:Aufzeichnung|Aufzeichnungen} ({unfinished} unvollendet), {events} "
        "{events:Ereignis|Ereignisse}"
    ),
    "check.broken": (
        "nicht in Ordnung: {broken} fehlerhaft; {records} {records:Aufzeichnung stimmt|Aufzeichnungen stimmen} "
        "({unfinished} unvollendet), {events} {events:Ereignis|Ereignisse}"
    ),
    "check.more": "{file}: {count} {count:weiterer|weitere} Fehler",
    "verify.holds": "{where}: stimmt, {deals} {deals:Verteilung|Verteilungen}, wie der Startwert sie ergibt; {seats}",
    "verify.gave": "Bytes von {seats}",
    "verify.gave-none": "keine von {seats}",
    "verify.first-chosen": "Platz {number} beginnt, so gewählt",
    "verify.first-drawn": "Platz {number} beginnt, nach den Karten, die der Startwert zieht",
    "verify.seat": "Platz {number} ({why})",
    "verify.bot": "Bot",
    "verify.device": "zweiter Platz an einem Gerät",
    "verify.silent": "ohne Antwort",
    "verify.committed": "ohne Antwort nach der Festlegung",
    "verify.join": "; ",
    "verify.ok": "in Ordnung: {matches} {matches:Partie|Partien} geprüft",
    "verify.broken": "nicht in Ordnung: {broken} nicht bestätigt; {matches} {matches:Partie|Partien} bestätigt",
    # foretold review, and what the coach says elsewhere
    "no.review-what": "„{found}“ ist weder eine Datei noch ein Link zu einer Partie",
    "no.review-unreachable": "von {link} kommt keine Aufzeichnung: {why}",
    "no.worlds-count": "„{found}“ Welten sind zu wenige: Nimm 2 oder mehr",
    "coach.card": "{suit} {number}",
    "coach.names": "{card} mit Wunsch {suit}",
    "coach.surrender": "Ausspiel abgeben",
    "review.title": "Analyse: {game}",
    "review.won": "Sieg für {names}, {scores}.",
    "review.shared": "Geteilter Sieg für {names}, {scores}.",
    "review.unfinished": "Die Partie wurde nicht beendet; das Ergebnis ist der Stand.",
    "review.results": "Glück und Können",
    "review.results-lead": (
        "Vom gleichen Anteil zum Ergebnis, als Siegchance und in Punkten: was die Karten über den gleichen Anteil "
        "hinaus versprachen, was die eigenen Entscheidungen gegenüber der besten Wahl nach damaligem Wissen "
        "kosteten, und was die anderen gaben oder nahmen. Wo sich Fehler mehrerer aufheben, ist nur der passende "
        "Teil gezeigt."
    ),
    "review.seat": "Platz",
    "review.expected": "Anteil",
    "review.cards": "Karten",
    "review.others": "andere",
    "review.choice": "Vorhersage",
    "review.choice.prophecy": "Ansage",
    "review.play": "Spiel",
    "review.result": "Ergebnis",
    "review.accuracy": "Genauigkeit",
    "review.decided": "Entscheidungen",
    "review.marked": "markiert",
    "review.unit": "in",
    "review.unit-match": "%",
    "review.unit-points": "Pkt.",
    "review.steps-match": "Siegchance",
    "review.steps-points": "Punkte",
    "review.curve": "Siegchance",
    "review.curve-lead": (
        "Nach jeder Entscheidung, so umgerechnet, dass alle Plätze zusammen 100 % haben. Jeder Platz wird nach dem "
        "beurteilt, was dort bekannt war."
    ),
    "review.round": "Runde {round}",
    "review.decisions": "Teure Entscheidungen",
    "review.decisions-lead": (
        "Verluste von mehr als zwei Standardfehlern, in Siegchance. Eine Ungenauigkeit kostete mindestens "
        "{inaccuracy}, ein Fehler {mistake}, ein Patzer {blunder}."
    ),
    "review.none": "Kein Verlust, der sich vom Zufall abhebt.",
    "review.where": "Runde {round}, Stich {trick}",
    "review.where-told": "Runde {round}, Vorhersage",
    "review.where-told.prophecy": "Runde {round}, Ansage",
    "review.round-head": "Runde",
    "review.trick-head": "Stich",
    "review.points-head": "Punkte",
    "review.loss": "Verlust",
    "review.instead": "{action} statt {best}",
    "review.lost": "{match} ±{error}",
    "review.points": "{points} {points:Punkt|Punkte}",
    "review.mark.inaccuracy": "Ungenauigkeit",
    "review.mark.mistake": "Fehler",
    "review.mark.blunder": "Patzer",
    "review.only": "der einzige Zug",
    "review.found-only": "{action}: der einzige Zug, und er wurde gefunden",
    "review.turns": "Wendepunkte",
    "review.turns-lead": "Die größten Änderungen in jemandes Siegchance.",
    "review.turn.cards": "{who}: die Karten, {before} → {after}",
    "review.turn.others": "{who}: was die anderen taten, {before} → {after}",
    "review.turn.choice": "{who}: eigene Vorhersage, {before} → {after}",
    "review.turn.choice.prophecy": "{who}: eigene Ansage, {before} → {after}",
    "review.turn.play": "{who}: eigene Karte, {before} → {after}",
    "review.told": "Vorhersagen",
    "review.told.prophecy": "Ansagen",
    "review.told-lead": (
        "Was vorhergesagt wurde, was nach damaligem Wissen das Beste war und was die ersten sieben Stiche, wie "
        "gespielt, erfüllt hätten."
    ),
    "review.told-lead.prophecy": (
        "Was angesagt wurde, was nach damaligem Wissen das Beste war und wie viele Stiche es wurden."
    ),
    "review.was-told": "vorhergesagt",
    "review.was-told.prophecy": "angesagt",
    "review.foresight": "vorher",
    "review.hindsight": "im Nachhinein",
    "review.hindsight.prophecy": "gemachte Stiche",
    "review.best": "beste",
    "review.as-good": "gleich gut",
    "review.played": "gespielt",
    "review.action": "Wahl",
    "review.to-expect": "erwartete Punkte",
    "review.chance": "Siegchance",
    "review.how": "Wie gerechnet wurde",
    "review.how-text": (
        "Jede Entscheidung wurde in {worlds} Verteilungen bewertet, die zum Wissen ihres Platzes passten (Startwert "
        "{seed}), oder in allen, wenn sie zählbar waren; alle Gegner galten als stark. Ein Verlust innerhalb eines "
        "Standardfehlers zählt als keiner."
    ),
    "no.no-aids": "an diesem Tisch gibt es keine Tipps und keine Chancen",
    "no.hint-not-now": "einen Tipp gibt es nur für einen Platz, der wählen muss: Warte, bis du dran bist",
    "no.hint-waits": "ein Tipp ist schon unterwegs",
    "no.hint-failed": "der Trainer kam zu keinem Ergebnis: Frag bitte noch einmal",
    # what a link says before it is opened
    "link.table": "Spiel mit am Tisch: {game}",
    "link.table-full": "Ein Tisch: {game}",
    "link.table-text": "Am Tisch: {names}. Freie Plätze: {free}.",
    "link.table-free": "Freie Plätze: {free}.",
    "link.challenge": "Eine Herausforderung: dieselben Karten in {game}",
    "link.challenge-of": "{name} fordert dich heraus: dieselben Karten in {game}",
    "link.challenge-text": "Spiel dieselben Verteilungen gegen dieselben Bots und vergleicht Runde für Runde.",
    "link.daily": "Tagespartie, {day}",
    "link.daily-text": "Eine Stichspiel-Partie am Tag, für alle dieselbe.",
    "link.match": "Eine Partie {game}",
    "link.match-won": "Sieg für {names}: {game}",
    "link.match-shared": "Geteilter Sieg für {names}: {game}",
    "link.group": "Komm in die Gruppe {title}",
    "link.group-text": "Mitglieder: {count}. Spielt zusammen Stichspiele, ohne Konto.",
    "link.puzzle": "Rätsel {number}: {game}",
    "link.puzzle-text": "Eine Entscheidung, eine beste Antwort. Findest du sie?",
    # hints
    "hint.as-good": "So gut wie {best}, soweit erkennbar. {reason}",
    "hint.comes-too": "Wird {place} in {chance}",
    "hint.wins-too": "Gewinnt den Stich in {chance}; Chance, dass deine Ansage {bid} stimmt: {met}.",
    "hint.comes": "Wird {place} in {chance} der Verteilungen, die zu deinem Wissen passen",
    "hint.comes-sure": "Wird sicher {place}",
    "hint.token": "{comes} (diesen Rang brauchst du noch); Chance auf alle sieben: {fulfilled}.",
    "hint.no-token": "{comes} (diesen Rang brauchst du nicht); Chance auf alle sieben: {fulfilled}.",
    "hint.token-past": "{comes} (diesen Rang brauchst du noch).",
    "hint.no-token-past": "{comes} (diesen Rang brauchst du nicht).",
    "hint.about": "etwa {chance}",
    "hint.and": "{reason} {more}",
    "hint.gains-points-seven": (
        "{rival} erfüllt öfter alle sieben, aber dies bringt im Schnitt {told} Punkte statt {less}."
    ),
    "hint.gains-points-bid": (
        "{rival} trifft deine Ansage öfter, aber dies bringt im Schnitt {told} Punkte statt {less}."
    ),
    "hint.gains-match-seven": (
        "{rival} erfüllt öfter alle sieben, aber dies gibt den anderen weniger: Die Siegchance ist {told} statt {less}."
    ),
    "hint.gains-match-bid": (
        "{rival} trifft deine Ansage öfter, aber dies gibt den anderen weniger: Die Siegchance ist {told} statt {less}."
    ),
    "hint.prophecy": "Chance, dass sich alle sieben erfüllen: {fulfilled}; in Stich 7: {seven}.",
    "hint.bid": "Ansage {bid}: Chance, dass sie stimmt: {met}; am häufigsten macht dieses Blatt {likely}.",
    "hint.wins": (
        "Gewinnt den Stich in {chance} der Verteilungen, die zu deinem Wissen passen; Chance, dass deine Ansage "
        "{bid} stimmt: {met}."
    ),
    "hint.wins-sure": "Gewinnt den Stich sicher; Chance, dass deine Ansage {bid} stimmt: {met}.",
    "hint.loses-sure": "Verliert den Stich sicher; Chance, dass deine Ansage {bid} stimmt: {met}.",
    "hint.surrender": "Etwas anderes kannst du nicht tun.",
    "terminal.hints": "Beste Siegchancen, über {deals} Verteilungen, die zu deinem Wissen passen:",
    "terminal.hints-exact": "Beste Siegchancen, in allen {deals} Verteilungen, die zu deinem Wissen passen:",
    "terminal.hints-counts": "Wie oft dein Blatt jeden Rang belegt (mit der ersten davon):",
    "terminal.hints-won": "Stiche, die dein Blatt macht (mit der ersten davon):",
    "reason.bid": "Ansage {bid}",
    "reason.ends-now": (
        "Nach {other} macht {who} in {instead} der Fälle schon in diesem Stich alle sieben voll, und die Runde "
        "endet; nach {best} in {often}."
    ),
    "reason.ends-now-sure": "Nach {other} wird {card} von {who} {place} und macht alle sieben voll: Die Runde endet.",
    "reason.gives-token": (
        "{who} braucht hier den {place} Rang: {other} lässt ihn in {instead} der Fälle zu, {best} in {often}."
    ),
    "reason.gives-token-sure": "{who} braucht hier den {place} Rang: {other} lässt ihn zu, {best} nicht.",
    "reason.rival-seven": "Nach {other} macht {who} in {instead} der Fälle alle sieben voll; nach {best} in {often}.",
    "reason.others-seven": (
        "Nach {other} macht jemand anderes in {instead} der Fälle alle sieben voll; nach {best} in {often}."
    ),
    "reason.target": (
        "Nach {other} erreicht {who} in {instead} der Fälle {n} Punkte und beendet damit die Partie; nach {best} in "
        "{often}."
    ),
    "reason.runner-up": (
        "{best} holt in {often} der Fälle den Punkt für die wenigsten offenen Vorhersagen, {other} in {instead}."
    ),
    "reason.shortfall": (
        "Nach {other} bleiben in {instead} der Fälle zwei oder mehr Vorhersagen offen, was Punkte kostet; nach "
        "{best} in {often}."
    ),
    "reason.sooner": (
        "{best} macht in {often} der Fälle bis Stich {trick} alle sieben voll, für mindestens {n} Punkte, {other} "
        "in {instead}."
    ),
    "reason.token-now": "{best} wird in {often} der Fälle {place}, wo eine Vorhersage wartet; {other} in {instead}.",
    "reason.token-now-sure": "{best} wird {place}, wo eine Vorhersage wartet; {other} nicht.",
    "reason.last-lead": (
        "{suit} ist zum letzten Mal Stichfarbe: {best} wird in {often} der Fälle {place}, wo eine Vorhersage wartet; "
        "{other} in {instead}."
    ),
    "reason.last-lead-sure": (
        "{suit} ist zum letzten Mal Stichfarbe: {best} wird {place}, wo eine Vorhersage wartet; {other} nicht."
    ),
    "reason.needs-all": (
        "Ab jetzt muss jeder Stich eine Vorhersage erfüllen, denn {n} {n:ist|sind} offen, und {n} {n:Stich "
        "ist|Stiche sind} übrig: {best} erfüllt eine in {often} der Fälle, {other} in {instead}."
    ),
    "reason.any-token": "{best} erfüllt in diesem Stich in {often} der Fälle eine Vorhersage, {other} in {instead}.",
    "reason.place-open": (
        "Nach {other} bleibt der vorhergesagte {place} Rang in {instead} der Fälle offen; nach {best} in {often}."
    ),
    "reason.kept": (
        "{card} aufzuheben lohnt sich: Das erfüllt in {often} der Fälle später eine Vorhersage, meist als {place} in "
        "Stich {trick} mit Stichfarbe {suit}; {best} aufzuheben in {instead}."
    ),
    "reason.kept-last": (
        "{card} ist die letzte Karte in {suit} und wird gebraucht, wenn {suit} in Stich {trick} Stichfarbe ist: "
        "Aufgehoben erfüllt diese Karte in {often} der Fälle eine Vorhersage; {best}, stattdessen aufgehoben, in "
        "{instead}."
    ),
    "reason.void": (
        "{best} ist die letzte Karte in {suit}: Ist {suit} in Stich {trick} Stichfarbe, darf jede Karte abgeworfen "
        "werden. Das erfüllt in {often} der Fälle eine Vorhersage; nach {other} in {instead}."
    ),
    "reason.card-token": (
        "Nach {best} erfüllt {card} in {often} der Fälle später eine Vorhersage; nach {other} in {instead}."
    ),
    "reason.too-many": (
        "{other} will {n} × {place} Rang, was sich in {instead} der Fälle erfüllt; {fewer} × {place} Rang in {often}."
    ),
    "reason.too-many-any": (
        "{other} will {n} × {place} Rang, was sich nur in {instead} der Fälle erfüllt; {best} kommt ohne aus."
    ),
    "reason.too-many-for": (
        "{other} will {n} × {place} Rang, was sich in {instead} der Fälle erfüllt; {fewer} × {place} Rang in {often}. "
        "{best} will {more} × {gain} Rang, was sich in {gained} erfüllt."
    ),
    "reason.too-many-any-for": (
        "{other} will {n} × {place} Rang, was sich nur in {instead} der Fälle erfüllt; {best} will stattdessen {more} "
        "× {gain} Rang, was sich in {gained} erfüllt."
    ),
    "reason.too-few": (
        "Mit {other} wird das Blatt in {instead} der Fälle öfter {place} als die {fewer} × der Vorhersage, ein Rang "
        "ist also verschenkt; {best} nutzt ihn mit {n} ×."
    ),
    "reason.too-few-none": (
        "{other} sagt keinen {place} Rang vorher, doch das Blatt wird dann in {instead} der Fälle {place}; {best} "
        "nutzt das mit {n} ×."
    ),
    "reason.win-now": (
        "Ansage {bid} braucht noch {n} von {tricks} Stichen: {best} gewinnt diesen in {often} der Fälle, {other} in "
        "{instead}."
    ),
    "reason.win-now-sure": (
        "Ansage {bid} braucht noch {n} von {tricks} Stichen: {best} gewinnt diesen sicher, {other} sicher nicht."
    ),
    "reason.duck-now": (
        "Ansage {bid} verträgt nur noch {n} von {tricks} Stichen: {other} gewinnt diesen in {instead} der Fälle, "
        "{best} in {often}."
    ),
    "reason.duck-now-sure": (
        "Ansage {bid} verträgt nur noch {n} von {tricks} Stichen: {other} gewinnt diesen sicher, {best} sicher nicht."
    ),
    "reason.bid-full": (
        "Ansage {bid} ist erreicht, jeder weitere Stich ist zu viel: {other} gewinnt diesen in {instead} der Fälle, "
        "{best} in {often}."
    ),
    "reason.bid-full-sure": (
        "Ansage {bid} ist erreicht, jeder weitere Stich ist zu viel: {other} gewinnt diesen sicher, {best} sicher "
        "nicht."
    ),
    "reason.every-trick": (
        "Ansage {bid} braucht ab jetzt jeden Stich: {best} gewinnt diesen in {often} der Fälle, {other} in {instead}."
    ),
    "reason.every-trick-sure": (
        "Ansage {bid} braucht ab jetzt jeden Stich: {best} gewinnt diesen sicher, {other} sicher nicht."
    ),
    "reason.gives-trick": (
        "{other} überlässt {who} diesen Stich in {instead} der Fälle, {best} in {often}, und damit stimmt die Ansage "
        "von {who} öfter."
    ),
    "reason.denies": "Nach {other} stimmt die Ansage von {who} in {instead} der Fälle; nach {best} in {often}.",
    "reason.denies-open": "Nach {other} stimmt Ansage {bid} von {who} in {instead} der Fälle; nach {best} in {often}.",
    "reason.denies-leader": (
        "Nach {other} stimmt die Ansage von {who}, mit dem höchsten Stand, in {instead} der Fälle; nach {best} in "
        "{often}."
    ),
    "reason.denies-leader-open": (
        "Nach {other} stimmt Ansage {bid} von {who}, mit dem höchsten Stand, in {instead} der Fälle; nach {best} in "
        "{often}."
    ),
    "reason.over": "{other} endet in {instead} der Fälle mit zu vielen Stichen für Ansage {bid}, {best} in {often}.",
    "reason.short": "{other} endet in {instead} der Fälle mit zu wenigen Stichen für Ansage {bid}, {best} in {often}.",
    "reason.tricks": "Wo die Ansage so oder so nicht stimmt, macht {best} im Schnitt {apart} Stiche mehr als {other}.",
    "reason.no-bid": (
        "Die Ansage ist unerreichbar, also zählt jeder Stich: {best} bringt im Schnitt {apart} mehr als {other}."
    ),
    "reason.kept-winner": (
        "{card} aufzuheben lohnt sich: Das bringt in {often} der Fälle einen späteren Stich; {best} aufzuheben in "
        "{instead}."
    ),
    "reason.spares": (
        "Dieser Stich läuft mit {best} wie mit {other}, doch {other} ist stärker und lohnt sich aufzuheben: Ist die "
        "Karte weg, sind es am Ende in {instead} der Fälle zu wenige Stiche; ist {best} weg, in {often}."
    ),
    "reason.sheds": (
        "Es ist gut, {card} loszuwerden: Aufgehoben gewinnt die Karte in {instead} der Fälle einen späteren Stich, "
        "oft einen zu viel; {other}, stattdessen aufgehoben, in {often}."
    ),
    "reason.unloads": (
        "Dieser Stich läuft mit {best} wie mit {other}, doch {best} ist stärker und wird besser abgelegt: Bleibt die "
        "Karte, sind es am Ende in {instead} der Fälle zu viele Stiche; bleibt {other}, in {often}."
    ),
    "reason.surrender": (
        "Nach {other} ist der Schamane in {instead} der Fälle die letzte Karte und müsste ausgespielt werden, und "
        "wer das Ausspiel abgibt, bekommt nichts; nach {best} in {often}."
    ),
    "reason.specialist-led": (
        "Nach {other} muss {card} am Ende in {instead} der Fälle ausgespielt werden; nach {best} in {often}."
    ),
    "reason.discard": (
        "{best} ist die letzte Karte in {suit}: Wird {suit} wieder ausgespielt, kann eine Karte abgeworfen werden, "
        "die zu viel gewänne. Das geschieht in {often} der Fälle; nach {other} in {instead}."
    ),
    "reason.ruffed": "Nach {other} wird ein eigenes Ausspiel in {instead} der Fälle gestochen; nach {best} in {often}.",
    "reason.card-wins": (
        "Nach {best} gewinnt {card} in {often} der Fälle einen späteren Stich; nach {other} in {instead}."
    ),
    "reason.card-unwanted": (
        "Nach {other} gewinnt {card} in {instead} der Fälle einen späteren Stich, oft einen zu viel; nach {best} in "
        "{often}."
    ),
    "reason.bid-high": (
        "Ansage {bid} ist hoch für dieses Blatt, das dann in {instead} der Fälle zu wenige Stiche macht; mit Ansage "
        "{fewer} in {often}."
    ),
    "reason.bid-high-none": (
        "Ansage {bid} ist hoch für dieses Blatt, das dann in {instead} der Fälle zu wenige Stiche macht; Ansage 0 "
        "braucht keinen."
    ),
    "reason.bid-low": (
        "Ansage {bid} ist niedrig für dieses Blatt, das dann in {instead} der Fälle zu viele Stiche macht; mit Ansage "
        "{fewer} in {often}."
    ),
    "reason.bid-keeps": (
        "{best} lässt {card} auf der Hand. Was so bleibt, gewinnt in {often} der Fälle einen Stich; was bei {other} "
        "bleibt, in {instead}."
    ),
    "reason.bid-worth": (
        "Ansage {fewer} stimmt seltener, bringt dann aber {often} Punkte; Ansage {bid} bringt {instead}."
    ),
    "reason.bid-tricks": (
        "Mit {best} macht das Blatt im Schnitt {apart} Stiche mehr als mit {other}, und jeder ist ein Punkt."
    ),
    "terminal.hints-yours": "Deine.",
    "terminal.hints-worth": "{match} +-{error}",
    "terminal.hints-points": "{points} {points:Punkt|Punkte}",
    "terminal.hints-not-yet": "Der Trainer macht sich noch bereit: Frag gleich noch einmal.",
    # foretold puzzles
    "no.puzzles-number": "es gibt kein Rätsel {found}: Wähle von 1 bis {last}",
    "terminal.puzzle": (
        "Rätsel {number} (von {count}). Du bist {seat}. In {difficulty} von 16 Versuchen unserer Bots verfehlt: "
        "Neuling, Gierig und Seher mit 2 bis 64 Welten."
    ),
    "terminal.puzzle-find.card": "Finde die Karte.",
    "terminal.puzzle-find.prophecy": "Finde die Vorhersage.",
    "terminal.puzzle-find.bid": "Finde die Ansage: Nur ihre Zahl zählt.",
    "terminal.puzzle.right": "Richtig: {answer}. {streak} in Folge.",
    "terminal.puzzle.wrong": "Die Antwort ist {answer}.",
    "terminal.puzzle.worth": "{action}: {points} Punkte im Schnitt {note}",
    "terminal.puzzle.natural": "(naheliegend)",
    "terminal.puzzle.not-now": "das steht nicht zur Wahl: Antworte mit einer der Möglichkeiten",
    "terminal.puzzle.falls": "Rätsel {number} hält nicht: Seine Antwort liegt {ahead} Punkte vor der nächsten.",
    "terminal.puzzle.made": "Bisher {count} Rätsel: {themes}.",
    "terminal.puzzle.checked": "{stands} von {count} Rätseln halten.",
    "terminal.puzzle.alone": "Rätsel löst man ohne Tipps: Antworte oder gib quit ein.",
    "terminal.whatif.sums": "Was geschah und wie es hier lief:",
    "terminal.whatif.round": "Runde {round}: {points}",
    "terminal.whatif.total": "Stand: {points}",
    "terminal.puzzle.go-on": "Enter: nächstes Rätsel; w: von hier weiterspielen; quit:",
    # the server's database
    "no.no-database": "es gibt keine Datenbank {file}: Nenn eine mit --database oder FORETOLD_DATABASE",
    "no.no-database-of-ours": "{file} ist keine Datenbank von Foretold: Sie blieb unberührt, nenn eine andere",
    "no.database-too-new": (
        "{file} ist von einem neueren Foretold (Schema {found}, dieses kennt {known}): Aktualisiere Foretold"
    ),
    "no.database-trouble": "die Datenbank {file} lässt sich nicht benutzen: {why}",
    "no.file-exists": "{file} gibt es schon: Wähle einen anderen Namen oder ersetz sie mit --force",
    "no.postgres-missing": "PostgreSQL braucht das Extra „postgres“: pip install 'foretold[postgres]'",
    "no.postgres-too-old": "das ist PostgreSQL {found}: Foretold braucht {oldest} oder neuer",
    "no.backup-postgres": "sichere eine PostgreSQL-Datenbank mit pg_dump; Server dürfen dabei laufen",
    "no.copy-while-served": "auf {file} läuft ein Server: Halt ihn zuerst an, sonst fehlte, was inzwischen geschieht",
    "no.copy-onto-something": "{file} ist nicht leer: Nenn eine leere Datenbank",
    "no.copy-differs": "{file} weicht von der Quelle ab (in {part}): Lösch sie und versuch es noch einmal",
    "no.backup-onto-database": "{file} ist eine benutzte Datenbank: Wähle für die Kopie einen anderen Namen",
    "no.database-damaged": (
        "{file} ist beschädigt: Spiel eine Sicherung ein oder sieh mit `foretold doctor` nach, was zu retten ist"
    ),
    "no.not-writable": (
        "der Server kann nicht auf seine Platte schreiben: Nichts Neues wird gespeichert, bis dort Platz ist"
    ),
    "no.damaged": "die gespeicherten Daten sind nicht lesbar: Der Betreiber des Servers muss sie wiederherstellen",
    "no.doctor-running": "auf {file} läuft ein Server: Halt ihn zuerst an, dann reparier",
    "doctor.holds": (
        "{file} enthält {tables} {tables:Tisch|Tische} mit {entries} {entries:Eintrag|Einträgen} im Journal, "
        "{matches} {matches:Partie|Partien}, {people} {people:Person|Personen}."
    ),
    "doctor.page": "Beschädigt: {why}",
    "doctor.journal": "Tisch {table}: Nur die ersten {good} von {count} {count:Eintrag|Einträgen} sind lesbar.",
    "doctor.record": "Partie {match}: Die Aufzeichnung ist ungültig.",
    "doctor.gone": (
        "Tisch {table}: {count:Der letzte Eintrag fehlt|Die letzten Einträge fehlen} ({count}), obwohl Leute davon "
        "erfahren haben."
    ),
    "doctor.whole": "Alles ist heil.",
    "doctor.how": (
        "Spiel eine Sicherung ein. Oder halt den Server an und ruf {command} auf: Das ersetzt diese Datenbank durch "
        "eine neue mit allem Lesbaren und behält die alte daneben."
    ),
    "doctor.taken-out": "Ungültige Daten wurden aus {file} entfernt und in {damaged} gesichert.",
    "doctor.repaired": "{file} ist eine neue Datenbank mit allem, was lesbar war; die beschädigte ist {damaged}.",
    "serve.damaged": (
        "Die Datenbank ist beschädigt: {count} {count:Tisch ist|Tische sind} nicht lesbar; die anderen gehen weiter."
    ),
    "serve.unreadable": "Die Datenbank ist beschädigt: Ein Teil ist nicht lesbar.",
    "serve.restore": "Spiel eine Sicherung ein oder sieh nach, was zu retten ist: {command}",
    "serve.gone": "An {count} {count:Tisch|Tischen} sind die letzten Einträge weg: Es können Züge fehlen.",
    "no.forget-unasked": "nichts wurde gelöscht: Mit --yes wird gelöscht, mit --list nur nachgesehen",
    "export.done": "{file} enthält {count} {count:Partie|Partien}.",
    "copy.done": "{file} hat jetzt alles aus {database}: {count} {count:Zeile|Zeilen}, einzeln verglichen.",
    "no.site-not-built": "diese Kopie von Foretold ist nicht gebaut: Installier sie mit pip oder ruf scripts/venv auf",
    "site.done": (
        "{folder} enthält die Website, {size} MB: Leg sie auf einen beliebigen Webserver, unter einen beliebigen Pfad."
    ),
    "no.service-in-home": (
        "{file} liegt in einem Home-Verzeichnis, das der Dienst nicht sieht: Installier Foretold für alle "
        "(PIPX_HOME=/opt/pipx PIPX_BIN_DIR=/usr/local/bin pipx install …) oder nimm --user"
    ),
    "service.done": (
        "{file} ist geschrieben. Einstellungen kommen nach {settings}, je Zeile ein FORETOLD_NAME=wert. Starten: "
        "{command}"
    ),
    "backup.done": "{file} ist eine Kopie von {database} und heil.",
    "no.restore-running": "auf {file} läuft ein Server: Halt ihn zuerst an, dann stell wieder her",
    "no.restore-postgres": (
        "eine PostgreSQL-Datenbank stellst du mit deren eigenen Werkzeugen wieder her: Wie, steht in docs/server.md"
    ),
    "no.restore-same": "{file} ist die Datenbank selbst: Nenn eine Kopie davon",
    "no.restore-differs": "{file} ist nicht, was wiederhergestellt wurde: Die vorige Datenbank ist wieder an ihrem Ort",
    "languages.line": "{tag} {name}: {state}; {python} Texte in Python, {page} auf der Seite, {rules} Regelseiten",
    "languages.complete": "vollständig",
    "languages.incomplete": "unvollständig",
    "languages.exported": "{file} enthält {count} von {all} Texten.",
    "languages.imported": "{count} {count:Text|Texte} aus {file} übernommen.",
    "no.languages-tag": "„languages {what}“ braucht eine Sprache: Gib ihr Kürzel an, etwa fr oder pt-BR",
    "no.languages-unknown": "„{tag}“ ist kein Sprachkürzel: Gib eines wie fr oder pt-BR an",
    "no.languages-babel": "PO-Dateien brauchen Babel: Installiere foretold[translate]",
    "no.languages-checkout": "das ist ein installiertes Paket: Exportiere und importiere Texte im Quellcode",
    "no.languages-forms": (
        "diese Sprache hat die Pluralformen {forms}: Beginne {file} von Hand mit NAME, FORMS und form "
        "(docs/translating.md sagt, wie)"
    ),
    "no.languages-values": "{key} muss genau diese Werte nennen: {values}",
    "no.languages-po": "{file} ist keine PO-Datei: {why}",
    "restore.refused": "Nichts wurde ersetzt: {file} ist nicht heil. `{command}` sagt, was ihr fehlt.",
    "restore.done": (
        "{database} ist aus {file} wiederhergestellt und heil: {tables} {tables:Tisch|Tische}, {matches} "
        "{matches:Partie|Partien}, {people} {people:Person|Personen}."
    ),
    "restore.kept": "Die vorige Datenbank ist {file}.",
    "forget.person": "{person}  zuletzt {seen}, Partien: {matches}, Name: {name}",
    "forget.nobody": "Niemand passt.",
    "forget.ask": "Alles löschen, was über sie gespeichert ist (insgesamt {count})? y = ja, Enter = nein:",
    "forget.kept": "Nichts wurde gelöscht.",
    "forget.done": "Alles über sie Gespeicherte ist gelöscht (insgesamt {count}). Ihre Partien bleiben, ohne Namen.",
    "forget.running": "Auf dieser Datenbank läuft ein Server: Offene Tische zeigen die Namen bis zum nächsten Start.",
    "admin.done": "Erledigt.",
    "admin.waits": (
        "Gespeichert. Es läuft kein Server: Sobald einer startet, werden Plätze frei und Tische geschlossen."
    ),
    "admin.none": "Es gibt keine.",
    "admin.link": (
        "Öffne ihn binnen {minutes} Minuten, er gilt einmal. Die Sitzung dauert {hours} {hours:Stunde|Stunden}."
    ),
    "admin.lifted": "bis auf Widerruf",
    "admin.status.tables": (
        "Tische: {open} offen, {waiting} warten, {running} laufen, {over} beendet, {days} Fernpartien"
    ),
    "admin.status.people": "Leute: {people}, {people_today} in 24 Stunden, {people_new} neu; Abende: {evenings}",
    "admin.status.queues": (
        "zu tun: {reports} Meldungen, {reviews} Analysen, {calls} Benachrichtigungen, {orders} Aufträge"
    ),
    "admin.status.process": (
        "Prozess {process}: Version {version} seit {started}, {people} an Tischen ({seated} mit Platz), "
        "{connections} Verbindungen, {moves} Züge/s, CPU {cpu} %, {memory} MB"
    ),
    "admin.status.moves": "  95 % der Züge in höchstens {ms} ms gespeichert und verteilt",
    "admin.status.stopped": "es läuft kein Server",
    "admin.status.backup": "tägliche Kopien: {kept}, die letzte von {made}",
    "admin.tables": "{id}  {game}: {phase}, Runde {round}, {people} Menschen, {bots} Bots, {free} frei  {names}",
    "admin.people": "{id}  zuletzt da {seen}, Meldungen: {reports}, Tisch: {table}, Name: {name}",
    "admin.reports": "{table} {number}  {at}  {name} ({person}), erledigt: {outcome}",
    "admin.blocks": "{id}  {kind}  {whom}  {until}  {operator}: {reason}",
    "admin.announce": "{id}  {until}  {operator}: {text}",
    "admin.limits": "{name} = {value}, Standard {default}{changed}",
    "admin.log": "{at}  {operator}  {action}{about}{why}",
    "admin.sessions": "{id}  {name}  seit {created}, bis {expires}",
    "no.admin-no-limit": "es gibt kein Limit {found}; es gibt: {known}",
    "no.admin-limit-value": "gib eine ganze Zahl oder default an",
    # foretold serve
    "serve.here": "Auf diesem Rechner: {url}",
    "serve.network": "Für Freunde im selben Netz: {url}",
    "serve.public": "Für alle: {url}",
    "serve.alone": "Nur dieser Rechner erreicht ihn: --host 0.0.0.0 lässt Freunde im selben Netz herein.",
    "serve.no-network": "Dieser Rechner ist in keinem Netz, nur er selbst erreicht den Server.",
    "serve.database": "Alles wird in {file} gespeichert",
    "serve.stop": "Strg-C hält an; Partien gehen beim nächsten Start weiter.",
    "serve.already": "Foretold läuft schon: {url}",
    "no.serve-whole": "{name} ist „{found}“: Nimm eine ganze Zahl von {least} bis {most}",
    "no.serve-number": "{name} ist „{found}“: Nimm eine Zahl von {least} bis {most}",
    "no.serve-level": "{name} ist „{found}“: Wähle aus {known}",
    "no.serve-yes-no": "{name} ist „{found}“: Schreib yes oder no",
    "no.serve-place": "{name} ist „{found}“: Gib Adresse und Port an, etwa 127.0.0.1:9464",
    "no.serve-host": "{name} ist „{found}“: Nimm eine Adresse dieses Rechners oder 0.0.0.0 für alle",
    "no.serve-public-url": "{name} ist „{found}“: Nimm eine Adresse wie https://cards.example.org/foretold",
    "no.serve-prefix": "{name} ist „{found}“: Nimm einen Pfad wie /foretold, der mit keinem hiervon beginnt: {own}",
    "no.serve-prefix-differs": (
        "der Präfix {prefix} ist nicht der Pfad der öffentlichen Adresse {url}: Lass --prefix weg oder mach beide "
        "gleich"
    ),
    "no.serve-names": "{name} ist „{found}“: Nimm Namen wie cards.example.org,box.lan oder * für alle",
    "no.serve-proxies": "{name} ist „{found}“: Gib Adressen oder Netze an, etwa 127.0.0.1,10.0.0.0/8, oder * für alle",
    "no.serve-port-taken": "Port {port} ist belegt: Beende das Programm dort oder wähle mit --port einen anderen",
    "no.serve-port-forbidden": "Port {port} darf dieser Benutzer nicht öffnen: Wähle mit --port einen ab 1024",
    "no.serve-no-such-host": (
        "an {host} lässt sich nicht lauschen: Nimm eine Adresse dieses Rechners oder 0.0.0.0 für alle"
    ),
    "no.serve-workers": "mehrere Prozesse brauchen PostgreSQL und ein System, das fork kennt: Lass --workers weg",
    "no.serve-changing": "ein Server auf {file} startet oder endet gerade: Versuch es gleich noch einmal",
    # records: form
    "no.missing-key": "„{key}“ fehlt",
    "no.unknown-format": "das Format ist „{found}“, dieses Programm liest aber „{format}“",
    "no.unknown-rules": "die Aufzeichnung folgt Regelversion {found}, dieses Programm kennt aber Version {known}",
    "no.wrong-type": "„{key}“ muss {expected} sein, gefunden: {found}",
    "no.line-too-long": "die Zeile ist länger als {limit} MiB: Eine Zeile enthält eine Partie",
    "no.not-utf8": "der Text ist nicht UTF-8",
    "no.not-json": "das ist kein JSON (bei Spalte {column}): Eine Zeile enthält ein JSON-Objekt",
    "no.too-deep": "das JSON ist tiefer als {limit} Ebenen verschachtelt",
    "no.bad-number": "eine Zahl ist zu groß oder keine Zahl: Schreib ganze Zahlen in Ziffern",
    "no.duplicate-key": "der Schlüssel „{key}“ steht zweimal in einem Objekt: Behalt einen davon",
    "no.no-such-event": "ein Ereignis hat genau eins von deal, action (mit seat), round, match",
    "no.not-gzip": "die gzip-Daten sind beschädigt oder abgeschnitten",
    "no.no-record": "die Datei enthält keine Aufzeichnung",
    "no.unreadable-file": "die Datei ist nicht lesbar: {why}",
    # records: rules
    "no.deal-out-of-place": "hier ist kein Geben fällig",
    "no.deal-missing": "hier steht eine Aktion, wo Geben fällig ist",
    "no.result-too-early": "hier steht ein Ergebnis, aber die Runde ist nicht vorbei",
    "no.result-missing": "hier muss ein Ereignis „{kind}“ mit dem Ergebnis stehen",
    "no.wrong-result": "{key} ist {found}: Nach den Regeln ist es {right}",
    "no.after-the-end": "die Partie ist vorbei: Kein Ereignis darf folgen",
    "no.wrong-count": "{key} hat {found} {found:Eintrag|Einträge}: Es müssen {expected_count} sein",
    "no.no-such-card": "{key} hat „{card}“, das ist keine Karte dieses Spiels",
    "no.card-twice": "die Karte {card} kommt zweimal vor",
    "no.card-missing": "die Karte {card} fehlt",
    "no.wrong-colours": "future und future_hidden müssen 10 und 2 Farbkarten sein, zusammen drei je Farbe",
    "no.wrong-rotation": "{key} ist Platz {found}: Nach der Runde davor ist es Platz {expected_seat}",
    "no.wrong-trump": "Trumpf ist {found}: Nach dem Rad ist es {right}",
    # verifiable deals
    "no.fair-absent": (
        "diese Aufzeichnung hat kein „fair“: Ihre Verteilungen wurden nicht versprochen, es gibt nichts zu prüfen"
    ),
    "no.fair-secret": "das Geheimnis passt nicht zu seiner Festlegung: Es ist nicht das versprochene",
    "no.fair-share": "die Bytes von {seat} passen nicht zu ihrer Festlegung: Es sind nicht die versprochenen",
    "no.fair-first": "wer beginnt oder zuerst gibt, ist weder ein gewählter Platz noch der, den der Startwert zieht",
    "no.fair-deal": "die Verteilung von Runde {round} ist nicht die des Startwerts: „{key}“ weicht ab",
    "no.fair-scheme": "die Verteilungen wurden nach „{found}“ versprochen, dieses Programm kennt aber „{known}“",
    "no.fair-key": "„{key}“ ist kein Schlüssel von {scheme}: Entferne ihn",
    "no.fair-hex": "„{key}“ muss aus {digits} hexadezimalen Ziffern in Kleinbuchstaben bestehen, gefunden: „{found}“",
    "no.fair-both": "„{key}“ hat „bytes“ und „none“: Ein Platz gab Bytes oder keine",
    "no.fair-reason": "„{key}“ ist „{found}“: Ein Platz zählt als keiner aus einem dieser Gründe: {known}",
    "no.fair-committed": (
        "„{key}“ hat eine Festlegung, zählt aber als keine wegen „{found}“: Beides hat nur ein Platz ohne Antwort"
    ),
    "no.fair-sizes": "ein Geheimnis hat {secret} Bytes, und ein Platz gibt {share}",
    # terminal
    "terminal.sample": "„äöüß“",
    "terminal.you": "Du",
    "terminal.bot-names": "Ada Ben Cleo Dan Eva Finn",
    "terminal.none": "-",
    "terminal.no-letters": (
        "dieses Terminal kann die Sprache „{language}“ nicht zeigen (kein UTF-8): weiter auf Englisch"
    ),
    "terminal.place.1": "1.",
    "terminal.place.2": "2.",
    "terminal.place.3": "3.",
    "terminal.place.4": "4.",
    "terminal.round": "Runde {round} von {rounds}",
    "terminal.round-open": "Runde {round}",
    "terminal.trick": "Stich {trick} von {tricks}",
    "terminal.lead": "Stichfarbe",
    "terminal.no-lead": "keine Stichfarbe",
    "terminal.trump": "Trumpf",
    "terminal.no-trump": "nur Jaguar",
    "terminal.phase.prophecy": "Vorhersagen",
    "terminal.phase.bid": "Ansagen",
    "terminal.short-title.seven-prophecies-2017": "Seven Prophecies, 1. Ausg.",
    "terminal.wheel": "Trumpf je Runde:",
    "terminal.score.points": "{score} Pkt.",
    "terminal.score.rounds": "{score} {score:Runde|Runden}",
    "terminal.score.tokens": "{score} erfüllt",
    "terminal.total.points": "{score} {score:Punkt|Punkten}",
    "terminal.total.rounds": "{score} {score:erfüllter Runde|erfüllten Runden}",
    "terminal.total.tokens": "{score} {score:erfüllter Vorhersage|erfüllten Vorhersagen}",
    "terminal.specialists": "Spezialisten",
    "terminal.aside": "beiseite, offen",
    "terminal.leads-times": "({times}x Stichfarbe)",
    "terminal.note.gap": ", ",
    "terminal.note.turn": "am Zug",
    "terminal.note.bids": "sagt an",
    "terminal.note.to-lead": "am Ausspiel",
    "terminal.note.leads": "spielt aus",
    "terminal.note.leads-first": "spielt zuerst aus",
    "terminal.note.starter": "Vorhand",
    "terminal.note.dealer": "gibt",
    "terminal.note.chosen": "hat vorhergesagt",
    "terminal.note.has-bid": "hat angesagt",
    "terminal.note.choosing": "sagt vorher",
    "terminal.note.out": "schafft es nicht",
    "terminal.note.void": "ohne {suits}",
    "terminal.note.face-up": "offene Ansage",
    "terminal.note.surrendered": "Ausspiel abgegeben",
    "terminal.head.open": "offen",
    "terminal.head.seat": "Platz",
    "terminal.head.prophecy": "Vorhersage",
    "terminal.head.true": "erfüllt",
    "terminal.head.points": "Punkte",
    "terminal.head.rounds": "erfüllte Runden",
    "terminal.head.tokens": "erfüllt",
    "terminal.head.round": "Runde",
    "terminal.head.total": "gesamt",
    "terminal.head.score": "Stand",
    "terminal.head.bid": "Ansage",
    "terminal.head.won": "Stiche",
    "terminal.bid-laid": " ? liegt",
    "terminal.bid-shown": "{name} {bid} = {value}",
    "terminal.bids-face-up": "Offene Ansagen: ",
    "terminal.trick-before": "Davor:",
    "terminal.trick-so-far": "Stich:",
    "terminal.surrenders": "gibt das Ausspiel ab",
    "terminal.took": "{place} {name} {card}",
    "terminal.trick-done": "Stich {trick}: ",
    "terminal.trick-won": "geht mit {card} an {name}; das macht {won}.",
    "terminal.revealed": "Die Vorhersagen: ",
    "terminal.round-over": "Runde {round} ist vorbei. ",
    "terminal.round-fulfilled": "Alle sieben erfüllt in Stich {trick}: {names}.",
    "terminal.round-unfulfilled": "Niemand hat alle sieben.",
    "terminal.round-rules": "Gezählt nach {clauses}.",
    "terminal.bids-exact": "Genau angesagt: {names}.",
    "terminal.bids-missed": "Keine Ansage stimmte genau.",
    "terminal.part.all-seven": "alle sieben in Stich {number}",
    "terminal.part.too-late": "alle sieben, aber erst in Stich {number}",
    "terminal.part.left": "{number} übrig",
    "terminal.part.fewest-left": ", die wenigsten",
    "terminal.part.tokens": "{number} von {all}",
    "terminal.part.tricks": "{number} {number:Stich|Stiche}",
    "terminal.part.bid-met": " + {points} für die Ansage",
    "terminal.part.bid-missed": ", Ansage verfehlt",
    "terminal.part.gave-up": "Ausspiel abgegeben",
    "terminal.part.sum": "{parts}: {points}",
    "terminal.part.floor": ", nicht unter {total}",
    "terminal.rounds.points": "Vorhersage und Punkte je Runde",
    "terminal.rounds.rounds": "Vorhersage und erfüllte Runden",
    "terminal.rounds.tokens": "Vorhersage und wie viele sich erfüllten",
    "terminal.rounds.bids": "Ansage/Stiche und Punkte je Runde",
    "terminal.rounds-before": "bis {round}",
    "terminal.rounds-floor": "Der Stand fällt nie unter {floor}.",
    "terminal.over.points": "Ein Stand von {target} {target:Punkt|Punkten} oder mehr beendet die Partie ({clause}).",
    "terminal.over.rounds-fulfilled": (
        "{target} erfüllte {target:Runde|Runden} eines Platzes {target:beendet|beenden} die Partie ({clause})."
    ),
    "terminal.over.tokens": (
        "{target} erfüllte {target:Vorhersage|Vorhersagen} eines Platzes {target:beendet|beenden} die Partie "
        "({clause})."
    ),
    "terminal.over.last-round": "Runde {rounds} war die letzte ({clause}).",
    "terminal.over.both": (
        "Runde {rounds} war die letzte, und ein Stand von {target} {target:Punkt|Punkten} oder mehr ist erreicht: "
        "Beides beendet die Partie ({clause})."
    ),
    "terminal.over.single": "Die Partie war eine einzige Runde ({clause}).",
    "terminal.winner": "Die Partie ist vorbei. Sieg mit {total}: {names}.",
    "terminal.winners": "Die Partie ist vorbei. Sieg mit {total}: {names}.",
    "terminal.tie.shared": "Gleichstand: Der Sieg wird geteilt.",
    "terminal.tie.fewest_on_edges": (
        "Gleichstand von {names}: Die wenigsten Marker auf dem ersten und letzten Rang in der Schlussrunde "
        "entschieden ({clause})."
    ),
    "terminal.tie.nearest_to_last": (
        "Gleichstand von {names}: Der Rang am nächsten zum letzten im letzten Stich entschied ({clause})."
    ),
    "terminal.tie.rounds_fulfilled": "Gleichstand von {names}: Mehr Runden mit genauer Ansage entschieden ({clause}).",
    "terminal.kept": "Die Aufzeichnung ist gespeichert. Zum Durchgehen: {program} show {file} --line {line}",
    "terminal.record-not-written": "die Aufzeichnung ließ sich nicht nach {file} schreiben: {why}",
    "terminal.not-kept": (
        "die Partie lässt sich nicht speichern ({why}): Du kannst weiterspielen, aber später nicht fortsetzen"
    ),
    "terminal.old-kept": "Die unvollendete Partie ist in {file} gespeichert.",
    "terminal.damaged": "die gespeicherte Partie war beschädigt und ist jetzt {file}: Eine neue Partie beginnt",
    "terminal.left": "Die Partie ist gespeichert. Zum Fortsetzen: {program} play --resume",
    "terminal.left-unkept": "Du hast den Tisch verlassen; diese Partie ließ sich nicht speichern.",
    "terminal.unfinished": "Es gibt eine unvollendete Partie: {title}, Runde {round}.",
    "terminal.prompt.resume": "Enter = fortsetzen, n = neue Partie:",
    "terminal.answer-resume": "bitte Enter zum Fortsetzen oder n für eine neue Partie",
    "terminal.prompt.game": "Welches Spiel? (Enter = 1)",
    "terminal.answer-game": "bitte antworte mit einer Zahl von 1 bis {last}, oder Enter für 1",
    "terminal.menu.game": "{number}. {label}: {players} Spieler, {minutes} {minutes:Minute|Minuten}",
    "terminal.menu.seven-prophecies": "Sag vorher, wie oft deine Karten 1., 2., 3. und Letzte werden.",
    "terminal.menu.seven-prophecies-2017": (
        "Die erste Ausgabe: mehr Karten, eine Reihe aus echten Karten und Minuspunkte."
    ),
    "terminal.menu.prophecy": "Sag an, wie viele Stiche du machst, und bezahl mit Karten aus deiner Hand.",
    "terminal.warming": "Sie machen sich noch bereit und spielen ein paar Sekunden lang einfach.",
    "terminal.greet": "Du spielst gegen {names}.",
    "terminal.go-on": "[Enter]",
    "terminal.no-trick": "in dieser Runde ist noch kein Stich gespielt",
    "terminal.undone": "Zurückgenommen: Wähle neu.",
    "terminal.drawn": "Gezogen: {cards}.",
    "terminal.starts-first": "{name} beginnt die erste Runde.",
    "terminal.deals-first": "{name} gibt zuerst.",
    "terminal.nothing-to-wait-for": "Es gibt gerade nichts abzuwarten.",
    "terminal.no-look-back": "In dieser Partie sieht sich niemand frühere Stiche an.",
    "terminal.nothing-to-undo": "Es gibt noch nichts zurückzunehmen.",
    "terminal.history": "bisherige Karten",
    "terminal.gone": "weg",
    "terminal.unseen": "ungesehen (auf Händen oder beiseite)",
    "terminal.own-bid": "Deine Ansage, aus dem Spiel:",
    "terminal.prompt.prophecy": "Deine Vorhersage (? = Hilfe):",
    "terminal.prompt.bid": "Deine Ansage (? = Hilfe):",
    "terminal.prompt.tricks": "Deine Karte (? = Hilfe):",
    "terminal.hint.prophecy": "Verteile 7 auf 1.-{last}, etwa {even}",
    "terminal.hint.bid": "Sag mit {size} {size:Karte|Karten} an ({example}); Farben zählen: {worth}",
    "terminal.hint.wait": "Sag jetzt an, oder warte mit „wait“ erst auf die offene Ansage von {names}.",
    "terminal.hint.reach": (
        "Du kannst {reach} von {tricks} {tricks:Stich|Stichen} ansagen; stimmt es genau, +{bonus} {bonus:Punkt|Punkte}."
    ),
    "terminal.hint.picked": "Gewählt: {cards} = bisher {value}; noch {more} („clear“ beginnt neu).",
    "terminal.hint.surrender": (
        "Du hast nur noch den Schamanen, der nicht ausgespielt wird: 1 gibt das Ausspiel ab (PR-13)."
    ),
    "terminal.hint.lead": "Du spielst aus: jede Karte außer dem Schamanen",
    "terminal.hint.wins": "{true} = würde den Stich gewinnen, wie er liegt",
    "terminal.hint.places": "{arrow} Rang, wie der Stich liegt; {true} = dort wartet ein Marker von dir",
    "terminal.hint.places.seven-prophecies-2017": (
        "{arrow} Rang, wie der Stich liegt; {true} = dort wartet ein Stein von dir"
    ),
    "terminal.rules.seven-prophecies.prophecy": (
        "Jetzt: Vorhersagen\n"
        "- Sag vorher, wie oft du jeden Rang belegst: Verteile alle 7 Marker (SP2-4).\n"
        "- Niemand sieht es, bis alle gewählt haben; dann liegt es offen (SP1-6).\n"
        "- Die Reihe zeigt die Farbe jedes Stichs. Karten der Stichfarbe schlagen alle\n"
        "  anderen, sonst ist die höhere Zahl stärker, egal welcher Farbe (SP1-8).\n"
        "- Liegt auf deinem Rang noch ein Marker, erfüllt sich einer. Die Runde endet,\n"
        "  wenn jemand alle sieben erfüllt hat, oder nach Stich 10 (SP2-6).\n"
        "- Alle sieben in Stich 7, 8, 9, 10 bringen 5, 3, 2, 1 Punkte; vor Stich 10\n"
        "  bekommt 1, wer von den anderen am nächsten dran ist (SP2-7)."
    ),
    "terminal.rules.seven-prophecies.tricks": (
        "Jetzt: Stiche\n"
        "- Spiel eine Karte der Stichfarbe, der markierten in der Reihe, wenn du eine\n"
        "  hast; auch wer ausspielt, muss. Sonst spiel, was du willst (SP1-7).\n"
        "- Karten der Stichfarbe schlagen alle anderen; sonst zählt die höhere Zahl, egal\n"
        "  welcher Farbe. Bei gleicher Zahl ist die spätere stärker (SP1-8).\n"
        "- Liegt auf deinem Rang ein Marker von dir, erfüllt er sich ({true}) (SP1-9).\n"
        "- Wer 1. wird, spielt als Nächstes aus (SP1-10). Die Runde endet, wenn jemand\n"
        "  alle sieben hat, oder nach Stich 10 (SP2-6): 5, 3, 2, 1 Punkte in Stich 7, 8,\n"
        "  9, 10; vor Stich 10 bekommt 1, wer sonst am nächsten dran ist (SP2-7).\n"
        "- Die Partie endet bei 7 Punkten oder nach einer Runde je Spieler (SP2-9)."
    ),
    "terminal.rules.seven-prophecies-2017.prophecy": (
        "Jetzt: Vorhersagen\n"
        "- Sag vorher, wie oft du jeden Rang belegst: Verteile alle 7 Steine (SP1-6).\n"
        "- Niemand sieht es, bis alle gewählt haben; dann gilt es, offen für alle.\n"
        "- Die Reihe zeigt die Farbe jedes Stichs; ihre Zahlen zählen nie, aber ihre\n"
        "  Karten hat niemand auf der Hand (SP1-5).\n"
        "- Karten der Stichfarbe schlagen alle anderen, dann zählt die Zahl (SP1-8).\n"
        "- Die Runde endet, wenn jemand alle sieben hat, oder nach Stich 10 (SP1-11)."
    ),
    "terminal.rules.seven-prophecies-2017.tricks": (
        "Jetzt: Stiche\n"
        "- Spiel eine Karte der Stichfarbe, der markierten in der Reihe, wenn du eine\n"
        "  hast; auch wer ausspielt, muss. Sonst spiel, was du willst (SP1-7).\n"
        "- Karten der Stichfarbe schlagen alle anderen; sonst zählt die höhere Zahl, egal\n"
        "  welcher Farbe. Bei gleicher Zahl ist die spätere stärker (SP1-8).\n"
        "- Liegt auf deinem Rang ein Stein von dir, erfüllt er sich ({true}) (SP1-9).\n"
        "- Wer 1. wird, spielt als Nächstes aus (SP1-10). Die Runde endet, wenn jemand\n"
        "  alle sieben hat, oder nach Stich 10 (SP1-11)."
    ),
    "terminal.rules.seven-prophecies-2017.standard": (
        "- Alle sieben: 2 Punkte. Sonst verlierst du einen Punkt je übrigem Stein, der\n"
        "  erste kostet nichts (SP1-12). So viele Runden wie Spieler (SP1-15)."
    ),
    "terminal.rules.seven-prophecies-2017.first-to-two": (
        "- Variante first-to-two: keine Punkte; zweimal alle sieben gewinnt (SP1-16)."
    ),
    "terminal.rules.seven-prophecies-2017.single-round": (
        "- Variante single-round: Die meisten erfüllten Vorhersagen gewinnen; haben\n"
        "  mehrere sieben, der Rang am nächsten zum letzten im letzten Stich (SP1-17)."
    ),
    "terminal.rules.prophecy.bid": (
        "Jetzt: Ansagen\n"
        "- Leg Karten deiner Hand beiseite; ihre Farben ergeben die Zahl deiner Stiche:\n"
        "  Sonne 0, Speer 1, Viper 2, Adler 3. Zahlen zählen nicht, Spezialisten gehen\n"
        "  nicht, und die Karten fehlen dir in dieser Runde (PR-4).\n"
        "- Jeder Stich ist ein Punkt; eine genaue Ansage bringt einen Bonus (PR-15).\n"
        "- Zwischen erster und letzter Runde, ab 3 Spielern: Wer vorn liegt, sagt zuerst\n"
        "  und offen an (PR-5). Der Rest bleibt bis zur Wertung verdeckt (PR-16)."
    ),
    "terminal.rules.prophecy.early-bids": (
        "- Du darfst schon vor den offenen Ansagen verdeckt ansagen oder warten (PR-22)."
    ),
    "terminal.rules.prophecy.wheel": "- Die Trumpffolge ist angenommen; --option wheel=... setzt eine eigene (PR-20).",
    "terminal.rules.prophecy.tricks": (
        "Jetzt: Stiche\n"
        "- Bediene die Stichfarbe, wenn du sie hast, oder spiel einen Spezialisten; sonst\n"
        "  spiel, was du willst (PR-9). Den Schamanen spielt man nicht aus (PR-7).\n"
        "- Der stärkste Trumpf gewinnt, dann der Affe, dann die stärkste Karte der\n"
        "  Stichfarbe (PR-12). Wer gewinnt, spielt als Nächstes aus (PR-6).\n"
        "- Ein Punkt je Stich, ein Bonus, wenn deine Ansage genau stimmt (PR-15)."
    ),
    "terminal.rules.prophecy.specialists": (
        "- Jaguar: höchster Trumpf. Affe: schlägt alles außer Trumpf. Echse: kleinste der\n"
        "  Stichfarbe (PR-10). Schamane: ein halber Wert über der Karte davor (PR-11).\n"
        "- Ausgespielt verlangt der Jaguar Trumpf, die Echse eine Farbe, die du nennst\n"
        "  (Lizard:S), der Affe eine, die nicht Trumpf ist (Monkey:V) (PR-8).\n"
        "- Musst du ausspielen und hast nur den Schamanen, gib ab: 0 Punkte (PR-13)."
    ),
    "terminal.rules.prophecy.specialists-no-trump": (
        "- Jaguar: der einzige Trumpf. Affe: schlägt alles außer ihm. Echse: kleinste der\n"
        "  Stichfarbe (PR-10). Schamane: ein halber Wert über der Karte davor (PR-11).\n"
        "- Ein ausgespielter Jaguar bestimmt keine Stichfarbe: Alles ist erlaubt; Affe\n"
        "  und Echse verlangen eine Farbe, die du nennst (Monkey:V) (PR-19).\n"
        "- Musst du ausspielen und hast nur den Schamanen, gib ab: 0 Punkte (PR-13)."
    ),
    "terminal.rules.prophecy.short": "- Variante short: fünf Runden; in der fünften ist nur der Jaguar Trumpf (PR-18).",
    "terminal.commands.prophecy": "Antworte mit {split}, oder {digits}, oder der Nummer einer gezeigten Verteilung.",
    "terminal.commands.bid": "Antworte mit S3+V4+E9 oder Kartennummern wie 2 5 9; „clear“ verwirft die Wahl.",
    "terminal.commands.tricks": "Antworte mit einer Karte wie {example} oder ihrer Nummer.",
    "terminal.legend.seven": (
        "Brett: offene Marker nach Rang und Platz (A, B, ...), dann die Karten nach Rang:\n"
        "{example}{true}A ist {example} von Platz A mit seinem Marker darauf."
    ),
    "terminal.legend.seven.seven-prophecies-2017": (
        "Brett: offene Steine nach Rang und Platz (A, B, ...), dann die Karten nach Rang:\n"
        "{example}{true}A ist {example} von Platz A mit seinem Stein darauf."
    ),
    "terminal.commands": "Befehle: hint, undo, history (Stiche, Karten), quit (Partie bleibt), ?",
    "terminal.show.count": "{file} enthält {count} {count:Partie|Partien}; dies ist Nummer {line} (--line wählt).",
    "terminal.show.prompt": "Enter=Stich a=Aktion b=zurück r=Runde g N s WER|all w=was wäre q=Ende [{at}/{last}]:",
    "terminal.show.help": (
        "bitte antworte mit Enter (nächster Stich), a (nächste Aktion), b (zurück), r (nächste Runde), g und einer "
        "Runde, s und einem Platz (Name, Buchstabe oder Nummer) oder all, w und einem Platz (von hier gegen Bots "
        "weiterspielen) oder q"
    ),
    "terminal.show.dealt": "Runde {round}: Die Karten sind gegeben.",
    "terminal.show.took": "{name}: {action}",
    "terminal.show.unfinished": "Die Aufzeichnung endet hier: Die Partie ist unvollendet.",
    "terminal.show.start": "Die Aufzeichnung hat keine Verteilung: Es gibt nichts zu zeigen.",
    "no.terminal-empty": "nichts eingegeben: Antworte mit einer Nummer oder in Notation, oder ? für Hilfe",
    "no.terminal-unknown": "„{text}“ ist weder Karte noch Befehl: ? zeigt, was du antworten kannst",
    "no.terminal-number": "eine Nummer {found} gibt es hier nicht: Wähle von 1 bis {last}",
    "no.terminal-split": "eine Vorhersage hat {places} Zahlen, eine je Rang: Schreib zum Beispiel 2-1-1-3",
    "no.terminal-bots-count": (
        "{found} {found:Bot füllt|Bots füllen} nicht {others} {others:anderen Platz|andere Plätze}: Gib einen je "
        "Platz an oder einen für alle"
    ),
    "no.terminal-nothing-to-resume": "es gibt keine unvollendete Partie: Beginn eine mit {program} play",
    "no.terminal-no-directory": "{file} lässt sich nicht schreiben: Das Verzeichnis gibt es nicht",
    "no.terminal-no-file": "es gibt keine Datei {file}: Gib den Pfad einer Aufzeichnung an",
    "no.terminal-no-seat": "es gibt keinen Platz „{found}“: Wähle aus {names} oder 0 bis {last}",
    "no.terminal-no-line": "die Datei hat keine Partie {found}: Wähle von 1 bis {last}",
    # the page of a simulation
    "report.title": "{games}: je {matches} {matches:Partie|Partien}",
    "report.title-one": "{games}: {matches} {matches:Partie|Partien}",
    "report.intro": (
        "Was geschieht, wenn Bots spielen: {rounds} {rounds:Runde|Runden}, Startwert {seed}. Alle Zahlen folgen aus "
        "den Zeilen jedes Platzes und jeder Runde."
    ),
    "report.intro-fast": (
        "Was geschieht, wenn Bots spielen: {rounds} {rounds:Runde|Runden}, Startwert {seed}, mit kompiliertem Code. "
        "Alle Zahlen folgen aus den Zeilen jedes Platzes und jeder Runde."
    ),
    "report.contents": "Inhalt",
    "report.game": "{game}, {players} Spieler",
    "report.figures": "Zahlen",
    "report.seat": "Platz",
    "report.seat-bot": "{number} · {bot}",
    "report.bot": "Bot",
    "report.mean": "Mittel",
    "report.least": "5%",
    "report.median": "Median",
    "report.most": "95%",
    "report.count": "Anzahl",
    "report.share": "Anteil",
    "report.total": "alle",
    # at a glance
    "report.glance": "Auf einen Blick",
    "report.glance-lead": "Die Zahlen, die sich zuerst ändern, wenn sich Regeln ändern.",
    "report.glance-matches": "Partien",
    "report.glance-rounds": "Runden",
    "report.glance-length": "Runden je Partie",
    "report.glance-tricks": "Stiche je Runde",
    "report.glance-decisions": "Entscheidungen je Partie und Platz",
    "report.glance-score": "Endstand eines Platzes",
    "report.glance-fulfilled": "erfüllte Vorhersagen",
    "report.glance-nobody": "Runden, in denen niemand erfüllt",
    "report.glance-first": "von der ersten Vorhand gewonnene Partien",
    "report.glance-fair": "dasselbe bei gleichen Plätzen",
    "report.glance-tied": "Partien mit Gleichstand",
    "report.glance-shared": "geteilte Siege",
    "report.glance-chart": "Erfüllte Vorhersagen, nach Spiel",
    "report.glance-chart-text": "Für jedes Spiel der Anteil erfüllter Vorhersagen mit seinem Intervall.",
    # scores
    "report.scores": "Endstände",
    "report.scores-lead": "Wie Partien für jeden Platz enden. Der Strich in jeder Zeile ist das Mittel.",
    "report.scores-chart": "Endstände nach Platz",
    "report.scores-chart-text": "Für jeden Platz, wie oft jeder Endstand vorkommt; Mittel von {low} bis {high}.",
    "report.scores-axis": "Stand am Ende einer Partie",
    "report.wins": "gewonnene Partien",
    # start
    "report.starts": "Hilft es, zuerst auszuspielen?",
    "report.starts-lead": (
        "Plätze, gezählt ab dem, der zum ersten Stich einer Runde ausspielt. Die gestrichelte Linie gilt für gleiche "
        "Plätze; ein Intervall, das sie verfehlt, zeigt einen Vor- oder Nachteil."
    ),
    "report.starts-chart": "Punkte je Runde, nach Plätzen links der Vorhand",
    "report.starts-chart-text": (
        "Mittlere Punkte je Runde für jeden Abstand zur Vorhand, mit 95-%-Intervallen; der größte Unterschied ist "
        "{gap} {gap:Punkt|Punkte}."
    ),
    "report.starts-axis": "Punkte je Runde",
    "report.starts-match-chart": "Gewonnene Partien, nach Plätzen links der Vorhand von Runde 1",
    "report.starts-match-chart-text": (
        "Anteil gewonnener Partien für jeden Abstand zum Platz, der zum allerersten Stich ausspielte, mit "
        "95-%-Intervallen."
    ),
    "report.starts-match-axis": "Anteil der Partien",
    "report.first": "Vorhand",
    "report.away": "{number} nach links",
    "report.start": "Platz",
    "report.points": "Punkte je Runde",
    "report.rounds-won": "gewonnene Runden",
    "report.fulfilled": "erfüllt",
    # prophecies
    "report.prophecies": "Wann sich Vorhersagen erfüllen",
    "report.prophecies-lead": (
        "Eine Runde Seven Prophecies endet mit dem Stich, in dem der erste Platz alle sieben erfüllt."
    ),
    "report.bids": "Wie genau Ansagen sind",
    "report.bids-lead": "In Prophecy stimmt eine Ansage, wenn so viele Stiche gemacht wie angesagt wurden.",
    "report.both-lead": (
        "Eine Runde Seven Prophecies endet mit dem Stich, in dem der erste Platz alle sieben erfüllt; in Prophecy "
        "stimmt eine Ansage, wenn so viele Stiche gemacht wie angesagt wurden."
    ),
    "report.tricks-chart": "Erfüllte Vorhersagen, nach Stich",
    "report.tricks-chart-text": (
        "Anteil aller Vorhersagen, eine je Platz und Runde, die sich in jedem Stich erfüllten; insgesamt {share}."
    ),
    "report.tricks-axis": "Stich, in dem die Runde endete",
    "report.tricks-up": "aller Vorhersagen",
    "report.trick": "Stich",
    "report.rounds-ended": "beendete Runden",
    "report.came-true": "erfüllt",
    "report.none-true": "10, niemand",
    "report.left-chart": "Am Ende einer Runde noch offene Marker",
    "report.left-chart-text": (
        "Anteil der Plätze und Runden nach der Zahl übriger Marker; keiner übrig ist eine erfüllte Vorhersage."
    ),
    "report.left-axis": "übrige Marker",
    "report.left-up": "der Plätze und Runden",
    "report.missed-chart": "Gemachte minus angesagte Stiche",
    "report.missed-chart-text": (
        "Anteil der Plätze und Runden nach gemachten Stichen minus Ansage; null ist eine genaue Ansage, {share} von "
        "allen."
    ),
    "report.missed-axis": "gemachte Stiche minus Ansage",
    "report.apart": "gemacht minus Ansage",
    "report.seats-fulfilled": "Plätze, die in derselben Runde erfüllen",
    "report.seats": "Plätze",
    "report.of-rounds": "der Runden",
    # choices
    "report.choices": "Welche Vorhersagen gewählt werden und wie sie ausgehen",
    "report.choices-lead": (
        "Wie oft jede Vorhersage gemacht wird und wie oft sie sich dann erfüllt. Eine Form ist eine Verteilung mit "
        "Rängen in beliebiger Folge: 3-2-1-1 steht für 1-3-1-2 und alle gleichartigen."
    ),
    "report.choices-lead-bids": "Wie oft jede Zahl angesagt wird und wie oft sie dann stimmt.",
    "report.shapes-chart": "Formen der Verteilungen: gewählt und erfüllt",
    "report.shapes-chart-text": (
        "Für jede Form ihr Anteil an allen Vorhersagen und der Teil davon, der sich erfüllte, mit Intervall; die "
        "beste ist {best}."
    ),
    "report.bids-chart": "Ansagen: gewählt und erfüllt",
    "report.bids-chart-text": (
        "Für jede Ansage ihr Anteil an allen Ansagen und der Teil davon, der stimmte, mit Intervall; die beste ist "
        "{best}."
    ),
    "report.chosen": "gewählt",
    "report.then-fulfilled": "dann erfüllt",
    "report.shape": "Form",
    "report.bid": "Ansage",
    "report.split": "Verteilung",
    "report.best-splits": (
        "Die zehn Verteilungen, die sich am öftesten erfüllen, von denen, die mindestens {least} Mal gewählt wurden"
    ),
    "report.all-splits": "Alle {count} {count:Verteilung, die gewählt wurde|Verteilungen, die gewählt wurden}",
    # lengths
    "report.lengths": "Länge der Partien",
    "report.lengths-lead": "Runden, bis eine Partie vorbei ist.",
    "report.lengths-chart": "Runden je Partie",
    "report.lengths-chart-text": "Anteil der Partien nach der Zahl ihrer Runden; das Mittel ist {mean}.",
    "report.lengths-axis": "Runden",
    "report.lengths-up": "der Partien",
    "report.lengths-more": "{number} oder mehr",
    # decisions
    "report.decisions": "Entscheidungen",
    "report.decisions-lead": (
        "Eine Entscheidung ist eine Vorhersage, eine Ansage oder eine Karte mit mehr als einer erlaubten Wahl."
    ),
    "report.decisions-chart": "Entscheidungen je Partie, alle Plätze zusammen",
    "report.decisions-chart-text": "Wie oft eine Partie so viele Entscheidungen hat; das Mittel ist {mean}.",
    "report.decisions-axis": "Entscheidungen je Partie",
    "report.per-match": "je Partie",
    "report.per-seat": "je Partie und Platz",
    "report.per-round": "je Runde und Platz",
    "report.decisions-row": "Entscheidungen",
    "report.actions-row": "Aktionen, auch erzwungene",
    "report.forced": "erzwungen",
    # ties
    "report.ties": "Gleichstände und wie sie entschieden werden",
    "report.ties-lead": "Partien danach, wie der Sieg zustande kam.",
    "report.ties-chart": "Wie Partien entschieden werden",
    "report.ties-chart-text": "Anteil der Partien, die allein, durch Stichentscheid oder geteilt gewonnen wurden.",
    "report.ties-up": "der Partien",
    "report.tie.outright": "allein",
    "report.tie.broken": "gleich, entschieden",
    "report.tie.partly": "gleich, teilweise",
    "report.tie.shared": "gleich, geteilt",
    "report.tie-text.outright": "ein Platz hatte den höchsten Stand",
    "report.tie-text.broken": "Gleichstand; der Stichentscheid fand einen Sieg",
    "report.tie-text.partly": "Gleichstand; der Stichentscheid ließ mehrere übrig",
    "report.tie-text.shared": "Gleichstand; der Sieg wird von allen geteilt",
    "report.rule.fewest_on_edges": (
        "Stichentscheid ({clause}): die wenigsten Marker auf dem ersten und letzten Rang in der Schlussrunde; sonst "
        "geteilt."
    ),
    "report.rule.shared": "Stichentscheid ({clause}): keiner, gleiche Plätze teilen den Sieg.",
    "report.rule.nearest_to_last": (
        "Stichentscheid ({clause}): unter Plätzen mit allen sieben der Rang am nächsten zum letzten im letzten "
        "Stich; unter sieben geteilt."
    ),
    "report.rule.rounds_fulfilled": "Stichentscheid ({clause}): die meisten erfüllten Runden; sonst geteilt.",
    # how
    "report.how": "Wie diese Zahlen entstehen",
    "report.how-text": (
        "± und Balken mit Enden sind 95-%-Intervalle. Mittel nach Platz sind Verhältnisse über Partien mit der "
        "Streuung zwischen Partien (Runden einer Partie sind nicht unabhängig); Anteile von Vorhersagen und Partien "
        "haben Wilsons Intervall. Eine Runde zählt für die Plätze mit den meisten Punkten darin, zu gleichen Teilen; "
        "für alle, wenn niemand punktete."
    ),
    "report.how-seed": "Derselbe Befehl ergibt dieselbe Seite, Byte für Byte. Erstellt mit Foretold {version}.",
    # refusals of simulate, arena and their files
    "no.against-form": (
        "„{text}“ ist kein Spiel zum Vergleichen: Schreib SPIEL, SPIEL:VARIANTE oder SPIEL:schlüssel=wert, zum "
        "Beispiel prophecy:short"
    ),
    "no.fast-bots": "--fast spielt mit random oder greedy auf allen Plätzen: Gib --bots random oder --bots greedy an",
    "no.parquet-missing": "Parquet braucht pyarrow: pip install foretold[parquet]",
    "no.dask-missing": "--dask braucht Dask: pip install foretold[dask]",
    "no.dask-or-jobs": "--jobs startet Prozesse hier, --dask nutzt die eines Clusters: Gib eins davon an",
    "no.dask-address": "„{address}“ ist keine Adresse eines Schedulers: Schreib zum Beispiel tcp://10.0.0.5:8786",
    "no.dask-unreachable": "an {address} ist kein Dask-Scheduler: {why}",
    "no.dask-no-workers": "der Scheduler an {address} hat keine Worker: Starte einen mit dask worker {address}",
    "no.dask-workers-unfit": (
        "die Worker an {address} können nicht spielen: Installier dort dieselbe Version von Foretold ({why})"
    ),
    "no.dask-lost": "der Cluster an {address} ging verloren ({why}): Starte ihn und versuch es noch einmal",
    "no.workers-killed": "Worker werden immer wieder beendet ({why}): Ist genug Speicher da?",
    "no.simulate-no-simulation": "{file} ist keine Simulationsdatei: Wähle mit --out einen anderen Namen",
    "no.simulate-other-plan": (
        "{file} enthält eine andere Simulation ({key}: dort {found}, hier {wanted}): Gib --out einen anderen Namen"
    ),
    "no.simulate-bad-batch": (
        "{file} ist im Abschnitt von Partie {match} beschädigt: Lösch sie oder wähle ein anderes --out"
    ),
    "simulate.kept": (
        "{matches} {matches:Partie ist|Partien sind} in {file} gespeichert. Zum Fortsetzen: derselbe Befehl mit "
        "--resume"
    ),
    # challenges: the same match for everybody
    "no.challenge-once": "dieser Tisch ist nur für eine Partie: Alle anderen spielen diese Karten auch nur einmal",
    "no.challenge-alone": "diesen Platz kann niemand sonst spielen: Die Partie wartet auf die Person, der er gehört",
    "no.challenge-counts": "diese Partie zählt, darum kannst du nichts zurücknehmen; in einem späteren Versuch geht es",
    # evenings
    "no.no-such-evening": "diesen Turnierabend gibt es nicht, oder er ist lange vorbei",
    "no.evening-over": "dieser Turnierabend ist vorbei",
    "no.evening-full": "hier sind schon {limit} Personen, mehr geht nicht",
    "no.evening-too-late": "die letzte Runde läuft: Zum Mitspielen ist es zu spät",
    "no.evening-not-over": "dieser Turnierabend ist noch nicht vorbei",
    "no.evening-too-few": "eine Runde braucht mindestens {limit} Personen",
    "no.evening-seats": "im Turnier wechseln Plätze nicht: Andere spielen dieselben Karten",
    "no.not-at-evening": "du bist bei diesem Turnierabend nicht dabei",
    "no.no-such-member": "hier hat niemand diese Nummer",
    "no.round-running": "andere spielen diese Karten noch: Warte, bis alle Tische die Runde beendet haben",
    "no.too-many-evenings": "es gibt schon zu viele Turnierabende: Beende zuerst einen",
    "no.too-many-evenings-here": "aus deinem Netz sind zu viele Turnierabende offen: Beende einen davon oder warte",
    "no.too-many-evenings-open": (
        "dieser Server hat so viele Turnierabende, wie er fasst: Versuch es später noch einmal"
    ),
    # groups
    "no.no-such-group": (
        "diese Gruppe gibt es nicht, oder du bist kein Mitglied: Frag ein Mitglied nach dem Einladungslink"
    ),
    "no.no-such-invitation": "diese Einladung gilt nicht mehr: Frag ein Mitglied nach dem neuen Link",
    "no.no-such-group-member": "diese Person ist kein Mitglied mehr",
    "no.not-group-owner": "das kann nur, wer die Gruppe leitet",
    "no.too-many-groups": "du bist schon in {limit} Gruppen: Verlass zuerst eine",
    "no.group-full": "diese Gruppe hat {limit} Mitglieder, mehr geht nicht",
    "no.group-name": "gib der Gruppe einen Namen",
    "no.no-such-start": "dieser Abend ist vorbei oder verlegt: Sieh dir die neuen Termine an",
    "no.no-schedule": "diese Gruppe hat keine festen Abende",
    "no.no-hook": "diese Gruppe hat keinen Chat-Webhook: Richte zuerst einen ein",
    "no.not-callable": (
        "diese Person lässt sich nicht rufen: Sie erlaubt es nicht oder wurde in der letzten Stunde schon gerufen"
    ),
    "no.nobody-callable": (
        "gerade lässt sich niemand rufen: Sie erlauben es nicht oder wurden in der letzten Stunde schon gerufen"
    ),
    "no.called-already": "jemand hat diese Person in der letzten Stunde schon gerufen",
    "no.no-such-companion": "mit dieser Person hast du nicht gespielt",
    "call.call": "{name} möchte mit dir spielen",
    "call.call-group": "{group}: {name} möchte spielen",
    "post.opened": "{group}: Neuer Tisch von {names}: {game}. Freie Plätze: {free}.",
    "post.full": "{group}: Der Tisch {game} ist voll.",
    "post.turn": "{group}: In {game} ist dran: {names}.",
    "post.result": "{group}: Sieg für {names} in {game} ({scores}).",
    "post.call": "{group}: {called}, {names} möchte spielen.",
    "post.test": "{group}: Dieser Chat hört jetzt von Foretold.",
    # people
    "no.no-such-words": "diese Wörter passen nicht: Sie gelten einmal, zehn Minuten lang",
    "no.no-such-device": "so ein Gerät gibt es nicht, oder es ist dieses",
    "no.too-many-devices": "du hast schon {limit} Geräte: Entferne zuerst eins",
    "call.turn": "{table}: du bist dran",
    "call.friend": "Jemand hat deine Karten gespielt",
    "call.opened": "{name} hat einen Tisch geöffnet: {game}, {seats} {seats:Platz|Plätze} frei",
    "no.serve-hosts": "{name} ist „{found}“: Gib Namen wie chat.example.org,*.push.example.org oder none an",
    "no.serve-contact": (
        "{name} ist „{found}“: Gib eine Adresse wie mailto:somebody@example.org oder https://example.org an"
    ),
    "no.no-such-listener": "dorthin gehen keine Benachrichtigungen",
    "no.not-called": "dorthin schickt dieser Server keine Benachrichtigungen: {found}",
    "no.too-many-listeners": "du bekommst schon an {limit} Stellen Benachrichtigungen: Entferne zuerst eine",
    "no.challenge-no-kernels": (
        "Bots können das hier nicht spielen: Ihr Code lässt sich auf diesem Rechner nicht kompilieren"
    ),
    "no.no-such-day": "für diesen Tag gibt es keine Tagespartie: Wähle heute oder einen früheren Tag",
    "no.match-sealed": "andere spielen diese Karten noch: Komm wieder, wenn der Tag um ist",
    "no.challenge-of-what-if": "ein „Was wäre, wenn“ hat keinen Startwert: Fordere mit der Partie selbst heraus",
    "no.no-such-challenge": "diese Herausforderung gibt es nicht: Frag noch einmal nach dem Link",
    "no.challenge-ended": "diese Herausforderung ist beendet: Erstell eine neue",
    "no.too-many-challenges": "zu viele Herausforderungen auf einmal: Warte eine Minute",
    "no.too-many-comparisons": "die Bots sind mit anderen Partien beschäftigt: Frag etwas später noch einmal",
    "no.comparison-of-people": (
        "Bots können deine Karten nur nach einer Partie gegen Bots spielen, die du zu Ende gespielt hast"
    ),
    "terminal.daily.promised": "{day}: Die Karten stehen fest. SHA-256 ihres Geheimnisses: {commitment}",
    "terminal.daily.there": (
        "{played} {played:Person hat|Personen haben} sie gespielt. Alle Ergebnisse und, wenn der Tag um ist, die "
        "Karten: {page}"
    ),
    "terminal.daily.holds": "{day}: Das Geheimnis ist das versprochene.",
    "terminal.daily.preparing": "Die Bots machen sich bereit. Beim ersten Mal dauert es eine Minute.",
    "terminal.daily.result": "{points} {points:Punkt|Punkte}",
    "terminal.daily.won": "{points} {points:Punkt|Punkte}, gewonnen",
    "no.daily-broken": "das Geheimnis von {day} ist nicht das versprochene",
    "no.daily-unreachable": "die Tagespartie von {server} ist nicht zu bekommen: {why}",
    # ratings
    "no.no-ladder": "dieser Server hat keine Rangliste für dieses Spiel",
    "ratings.again": "Neu berechnet: {matches} {matches:Partie|Partien}, {ratings} {ratings:Wertung|Wertungen}.",
    "ratings.same": "Nichts hat sich geändert.",
    "ratings.changed": "{count} {count:Wertung hat|Wertungen haben} sich geändert.",
    # the daily match of a server
    "terminal.daily.left": "Die Partie wartet dort auf dich: Derselbe Befehl setzt sie fort.",
    "terminal.daily.rank": (
        "Dein Ergebnis: {points} {points:Punkt|Punkte}; {better} von {others} anderen haben weniger."
    ),
}
