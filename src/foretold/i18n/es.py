"""Español."""

NAME = "Español"
FORMS = ("one", "other")  # the plural categories that whole numbers below a million take
DECIMAL = ","


def form(number: str) -> str:
    """Which of the forms goes with a number as it is written: 1 partida, 2 partidas."""
    return "one" if number == "1" else "other"


PHRASES: dict[str, str] = {
    # small parts
    "join": ", ",
    "seat": "asiento {number}",
    "where.line": "línea {line}",
    "where.event": "evento {event}",
    "type.text": "un texto",
    "type.texts": "una lista de textos",
    "type.integer": "un número entero",
    "type.integers": "una lista de números enteros",
    "type.object": "un objeto",
    "type.list": "una lista",
    "type.seats": "una lista con un objeto por asiento",
    "type.json": "JSON simple",
    # titles and their variants
    "title.seven-prophecies": "Seven Prophecies",
    "title.seven-prophecies-2017": "Seven Prophecies, primera edición",
    "title.prophecy": "Prophecy",
    "variant.seven-prophecies-2017.first-to-two": "el primero en llegar a dos",
    "variant.seven-prophecies-2017.single-round": "una sola ronda",
    "variant.prophecy.short": "corta",
    # suits
    "suit.seven-prophecies.B": "Escoba",
    "suit.seven-prophecies.M": "Seta",
    "suit.seven-prophecies.P": "Poción",
    "suit.seven-prophecies.S": "Grimorio",
    "suit.seven-prophecies-2017.S": "Estrella",
    "suit.seven-prophecies-2017.M": "Luna",
    "suit.seven-prophecies-2017.E": "Ojo",
    "suit.seven-prophecies-2017.R": "Vara",
    "suit.prophecy.S": "Sol",
    "suit.prophecy.P": "Lanza",
    "suit.prophecy.V": "Víbora",
    "suit.prophecy.E": "Águila",
    "specialist.Jaguar": "Jaguar",
    "specialist.Monkey": "Mono",
    "specialist.Shaman": "Chamán",
    "specialist.Lizard": "Lagarto",
    # a view as text, for language models and people (docs/adapters.md: the form is stable)
    "text.line": "{label}: {value}",
    "text.game": "{title} ({name}), {players} jugadores",
    "text.seat": "asiento {seat}",
    "text.you": "asiento {seat} (tú)",
    "text.spectator": "espectador",
    "text.none": "nada",
    "text.met": " cumplida",
    "text.token": " ficha",
    "text.place": " #{place}",
    "text.takes": " se la lleva",
    "text.chosen": "elegida (oculta)",
    "text.not-chosen": "aún sin elegir",
    "text.nothing-played": "aún no se ha jugado nada",
    "text.any-bid": (
        "{size} cartas cualesquiera de la mano que tengan palo, en el orden de la baraja y unidas por +, como {example}"
    ),
    "text.phase.deal": "a la espera del reparto",
    "text.phase.prophecy": "profecías",
    "text.phase.bid": "apuestas",
    "text.phase.tricks": "bazas",
    "text.phase.over": "la partida ha terminado",
    "text.label.game": "Juego",
    "text.label.options": "Opciones",
    "text.label.suits": "Palos",
    "text.label.seat": "Visto por",
    "text.label.round": "Ronda",
    "text.label.phase": "Fase",
    "text.label.scores": "Puntuación",
    "text.label.last-round": "Puntos de la última ronda",
    "text.label.future": "Fila del futuro (palo de salida de cada baza)",
    "text.label.open": "Apartadas boca arriba",
    "text.label.starter": "Sale en la primera baza",
    "text.label.prophecies": "Profecías (fichas por puesto, primero el 1.º)",
    "text.label.left": "Fichas que quedan",
    "text.label.trick": "Baza {number} (salida {lead})",
    "text.label.trick-now": "Baza {number}, en curso (salida {lead})",
    "text.label.winning": "Va ganando la baza",
    "text.label.wheel": "Triunfo por ronda",
    "text.label.trump": "Triunfo",
    "text.label.dealer": "Reparte",
    "text.label.open-bidders": "Apuestan primero, boca arriba",
    "text.label.bids": "Apuestas",
    "text.label.won": "Bazas ganadas",
    "text.label.voids": "No tiene cartas de",
    "text.label.unseen": "Cartas sin ver",
    "text.label.hand": "Mano",
    "text.label.to-act": "Le toca a",
    "text.label.winners": "Ganada por",
    "text.label.legal": "Acciones posibles ({count})",
    # loading a game, a bot
    "no.unknown-game": "no hay ningún juego llamado «{found}»: elige entre {known}",
    "no.player-count": "este juego no es para {found}: lo juegan {players} jugadores",
    "no.no-such-option": "no hay ninguna opción «{option}»: este juego tiene {known}",
    "no.wheel-letters": (
        "«{found}» no es una rueda de triunfos: usa {count} letras de entre {letters}, por ejemplo {example}"
    ),
    "no.wheel-each-once": (
        "«{found}» no es una rueda de triunfos: usa {letters}, cada una una vez, por ejemplo {example}"
    ),
    "no.option-not-for-agents": "los entornos no juegan con la opción {option}: preguntan a un agente tras otro",
    "no.option-value": "«{found}» no es un valor de la opción {option}: elige entre {choices}",
    "no.seed": "una semilla es un número entero de 0 a 2^64-1, o 32 bytes",
    "no.no-such-seat": "no hay asiento {found}: los asientos van de 0 a {last}",
    "no.wrong-names": "los nombres deben ser {players} textos, uno por asiento",
    "no.unknown-bot": "no hay ningún bot llamado «{found}»: elige entre {known}",
    "no.cheat": "el bot «cheat» ve todas las manos, así que solo juega en la arena",
    "no.bot-setting": "el bot «{bot}» no admite estos ajustes: {found}",
    # notation
    "no.unreadable": "«{text}» no es una acción de este juego: escribe por ejemplo {example}",
    "no.no-prophecies-here": "«{text}» es una profecía, pero en este juego hay apuestas: escribe por ejemplo S3+V4+E9",
    "no.bid-order": "«{text}» no sigue el orden de la baraja: escribe {right}",
    # illegal actions
    "no.match-over": "la partida ha terminado: ya no se puede jugar nada",
    "no.wait-for-deal": "aún no se han repartido las cartas: espera al reparto",
    "no.not-your-turn": "no te toca: espera a {seats}",
    "no.open-bids-first": "la puntuación más alta apuesta primero, boca arriba: espera a {seats}",
    "no.prophecy-stands": "ya has hecho tu profecía: espera a los demás",
    "no.bid-stands": "ya has hecho tu apuesta: espera a los demás",
    "no.prophecy-first": "primero haz tu profecía: reparte siete fichas entre los puestos, por ejemplo 2-1-1-3",
    "no.prophecy-first.seven-prophecies-2017": (
        "primero haz tu profecía: reparte siete cubos entre los puestos, por ejemplo 2-1-1-3"
    ),
    "no.bid-first": "primero haz tu apuesta: cartas unidas por +, por ejemplo S3+V4+E9",
    "no.prophecy-is-over": "ya están hechas todas las profecías: juega una carta",
    "no.bid-is-over": "ya están hechas todas las apuestas: juega una carta",
    "no.not-in-hand": "no tienes {card}: elige una carta de tu mano",
    "no.must-follow": "tienes cartas de {suit}, así que debes seguir el palo",
    "no.must-follow-or-specialist": "tienes cartas de {suit}: sigue el palo o juega un Especialista",
    "no.wrong-places": (
        "eso reparte entre {found} {found:puesto|puestos}: da las fichas de {places} puestos, con los ceros"
    ),
    "no.wrong-places.seven-prophecies-2017": (
        "eso reparte entre {found} {found:puesto|puestos}: da los cubos de {places} puestos, con los ceros"
    ),
    "no.not-seven": "eso pone {found} {found:ficha|fichas}: pon las {tokens}",
    "no.not-seven.seven-prophecies-2017": "eso pone {found} {found:cubo|cubos}: pon los {tokens}",
    "no.no-specialist-in-bid": "con el {specialist} no se puede apostar: apuesta solo cartas con palo",
    "no.bid-size": "esa apuesta tiene {found} {found:carta|cartas}: usa {size}",
    "no.shaman-leads": "no se puede salir con el Chamán: sal con otra carta",
    "no.must-surrender": "no se puede salir con el Chamán y no tienes otra cosa: cede la salida",
    "no.no-surrender": (
        "solo puedes ceder la salida cuando te toca salir y no tienes más que el Chamán: juega una carta"
    ),
    "no.name-a-suit": "al salir con el {specialist}, nombra un palo: escribe por ejemplo {example}",
    "no.monkey-names-trump": "el Mono no puede nombrar el triunfo, {trump}: nombra otro palo",
    "no.suit-is-led": "ya hay palo de salida: juega el {specialist} sin nombrar ninguno",
    # numbered actions and environments
    "no.action-number": "«{found}» no es un número de acción: usa un entero de 0 a {last}",
    "no.batch-size": "«{found}» no es un tamaño de lote: usa un entero desde 1",
    "no.batch-numbers": "{option} necesita {size} números enteros, uno por entorno (semillas de 0 a 2⁶⁴ − 1)",
    "no.batch-buffer": "el búfer {option} debe ser un array contiguo y escribible de forma {shape} y tipo {type}",
    "no.opponents-count": "{players} jugadores necesitan {wanted} rivales, uno por cada otro asiento, no {found}",
    "no.bid-ascending": (
        "{size} {size:carta se apuesta|cartas se apuestan} de una en una en el orden de la baraja: elige una carta "
        "posterior con bastantes detrás"
    ),
    "no.no-match-yet": "aún no hay partida: llama antes a reset",
    "no.dead-step": "este episodio ha terminado: da un paso con None, o llama a reset",
    "no.no-such-agent": "no hay ningún agente «{found}»: elige entre {known}",
    "no.no-render-mode": "para dibujar hace falta un render_mode: elige entre {choices}",
    # the table server
    "no.table-closed": "esta mesa está cerrada: abre otra o únete a otra",
    "no.no-such-table": "esta mesa no existe: pide otra vez su enlace",
    "no.no-such-match": "esta partida no existe o es privada: pide a un jugador un enlace para verla",
    "no.no-such-token": "este código no abre ningún asiento en esta mesa: pide otro al anfitrión",
    "no.no-such-link": "este enlace ya se usó o ha caducado: pide uno nuevo",
    "no.no-such-page": "no hay nada en esta dirección: mira en /api/openapi.json lo que hay",
    "no.no-such-method": "esta dirección no acepta ese método: mira /api/openapi.json",
    "no.no-such-language": "no hay ningún idioma «{found}»: elige entre {known}",
    "no.no-such-phrase": "no hay ninguna frase «{found}»: elige entre {known}",
    "no.seats-for-people": "aquí hay sentadas {people} personas, demasiadas para una mesa de {players}",
    "no.queue-full": "ya hay {limit} personas esperando asiento",
    "no.no-drop-in": "en esta mesa las visitas no pueden ocupar el asiento de un bot",
    "no.had-seat": "tuviste un asiento en esta partida; puedes jugar la próxima",
    "no.seat-taken": "{seat} está ocupado: elige uno libre",
    "no.not-your-seat": "{seat} no es tuyo: actúa por tu propio asiento",
    "no.no-such-line": "no hay ningún mensaje así de otra persona",
    "no.no-such-reaction": "no puedes usar la reacción «{found}»: elige entre {known}",
    "no.not-seated": "no tienes asiento en esta mesa: toma uno antes",
    "no.nobody-there": "{seat} no es de una persona: elige uno que lo sea",
    "no.not-gone": "por {seat} no juega ningún sustituto: solo se puede dar el asiento de alguien que se ha ido",
    "no.seen-cards": (
        "has visto las cartas de otro asiento en esta partida, así que {seat} tiene que ser para otra persona"
    ),
    "no.take-back-alone": "solo puedes deshacer cuando juegas a solas con bots: otras personas han visto tu jugada",
    "no.nothing-to-take-back": "no hay nada que deshacer: aún no has decidido nada en esta partida",
    "no.hurry-alone": (
        "solo puedes meter prisa a los bots cuando juegas a solas con ellos: otras personas quieren mirar"
    ),
    "no.nobody-known": "aún no sabemos tu nombre: envíalo antes con POST /api/me",
    "no.not-host": "solo el anfitrión puede hacer eso: pídeselo",
    "no.needs-open": "eso solo se puede antes de que empiece una partida: espera a que acabe esta",
    "no.needs-playing": "eso solo se puede durante una partida: espera a que empiece",
    "no.needs-over": "eso solo se puede después de una partida: juégala hasta el final",
    "no.no-match-running": "no se está jugando ninguna partida: espera a que empiece",
    "no.days-only": "eso es solo para mesas por días",
    "no.plan-in-turn": "te toca: juega la carta directamente",
    "no.plan-not-in-hand": "solo puedes elegir de antemano una carta de tu mano",
    "no.no-passkeys-here": "las llaves de acceso necesitan https y un nombre para el servidor: añade la llave allí",
    "no.no-such-passkey": (
        "este servidor no conoce esa llave de acceso: usa otra, o las seis palabras de un dispositivo que tengas"
    ),
    "no.passkey-refused": "esa llave de acceso no ha servido o ha tardado demasiado: prueba otra vez",
    "no.too-many-passkeys": "tienes {limit} llaves de acceso: quita antes una",
    "no.stale": "eso era para la decisión {found} de este asiento, que ya ha tomado {made}: mira otra vez y elige",
    "no.paused": "el anfitrión ha pausado la partida: espera a que se reanude",
    "no.too-late-for-bytes": "tus bytes al azar ya no hacen falta: la partida sigue sin ellos",
    "no.bytes-not-asked": (
        "los bytes al azar solo se aceptan cuando están todos los compromisos: espera a que se te pidan"
    ),
    "no.bytes-do-not-fit": "estos bytes no coinciden con tu compromiso: envía los mismos 16 bytes",
    "no.no-chat": "esta mesa no tiene chat",
    "no.phrases-only": "esta mesa solo permite frases rápidas: elige una",
    "no.watchers-silent": "en esta mesa los espectadores no pueden chatear",
    "no.too-many-reactions": "puedes reaccionar una vez cada cinco segundos",
    "no.too-much-talk": "envías mensajes demasiado rápido: espera unos segundos",
    "no.too-many-applications": "pides asientos demasiado rápido: espera un poco",
    "no.search-nothing": "elige al menos un juego, y en vivo o por días",
    "no.unknown-zone": "«{found}» no es una zona horaria: da un nombre como Europe/Madrid",
    "no.nothing-said": "ese mensaje está vacío: escribe o elige algo",
    "no.no-spectators": "esta mesa no tiene espectadores: solo sus jugadores ven la partida",
    "no.seats-of-table": "una mesa para {players} necesita {players} asientos: di qué quieres en cada uno",
    "no.seat-wish": "«{found}» no sirve para un asiento: escribe me, open, external o bot:NAME",
    "no.nobody-to-play": "en esta mesa no jugaría nadie: guarda un asiento para ti, un amigo o un bot tuyo",
    "no.too-many-of-yours": "ya tienes {limit} mesas abiertas, que es el límite: cierra antes una",
    "no.too-many-from-here": "tu red ya tiene {limit} mesas abiertas, que es el límite: cierra una o espera",
    "no.too-many-tables": "este servidor está lleno: prueba más tarde",
    "no.too-fast": "envías mensajes más rápido de lo que este servidor los lee: ve más despacio",
    "no.too-many-requests": "envías peticiones más rápido de lo que este servidor las responde: ve más despacio",
    "no.no-reviews": "este servidor no hace análisis",
    "no.too-much-work": "ya esperan demasiadas peticiones de tu red: prueba en unos segundos",
    "no.busy": "este servidor tiene todas las visitas que puede atender: prueba en un momento",
    "no.busy-here": "hay demasiadas conexiones abiertas desde tu red: cierra alguna página o prueba más tarde",
    "no.busy-seats": "solo estabas mirando, y alguien de tu red que tiene asiento necesitaba la conexión",
    "no.blocked": "quien lleva este servidor te ha bloqueado hasta {until}",
    "no.blocked-for-good": "quien lleva este servidor te ha bloqueado",
    "no.blocked-network": "quien lleva este servidor ha bloqueado tu red hasta {until}",
    "no.blocked-network-for-good": "quien lleva este servidor ha bloqueado tu red",
    "no.muted": "quien lleva este servidor te ha silenciado hasta {until}",
    "no.muted-for-good": "quien lleva este servidor te ha silenciado",
    "no.removed": "quien lleva este servidor te ha quitado de la mesa",
    "no.admin-link": "esta página necesita un enlace, que quien lleva el servidor obtiene con: foretold admin link",
    "no.admin-no-link": "este enlace ya se usó o ha caducado: obtén uno nuevo con foretold admin link",
    "no.admin-reason": "da un motivo: queda en el historial",
    "no.admin-text": "un anuncio necesita un texto",
    "no.admin-network": "{found} no se puede bloquear: indica una red IPv4 de /24 o /32, o una IPv6 de /48 o /64",
    "no.admin-limit": "{limit} es un número entero de {least} a {most}",
    "no.no-such-report": "aquí no hay ninguna denuncia de ese mensaje",
    "no.no-such-restriction": "no hay ninguna restricción así en vigor",
    "no.no-such-announcement": "no se muestra ningún anuncio así",
    "no.no-such-session": "no existe esa sesión o ese enlace",
    "no.no-such-person": "aquí no se conoce a nadie con ese id",
    "no.too-many-reviews": "ya esperan demasiados análisis: pide más tarde",
    "no.too-many-errors": "demasiados mensajes ilegibles en esta conexión: arregla el cliente y vuelve a conectar",
    "no.too-slow": "esta conexión no lee lo que se le envía: vuelve a conectar",
    "no.message-too-long": "ese mensaje es demasiado largo: {limit} bytes como máximo",
    "no.body-too-large": "eso es demasiado grande: {limit} bytes como máximo",
    "no.not-json-type": "esta dirección acepta JSON: envía la cabecera Content-Type: application/json",
    "no.bad-message": "ese mensaje no se puede leer: {found}",
    "no.no-hello": "una conexión empieza con un mensaje hello que nombra la mesa",
    "no.hello-twice": "esta conexión ya ha enviado su hello: abre otra para otra mesa",
    "no.other-protocol": "este servidor habla foretold-wire/1: usa un cliente que lo hable",
    "no.other-host": "este servidor no se llama «{found}»: arráncalo con --names o --public-url y este nombre",
    "no.other-origin": "esa petición viene de la página de otro sitio: abre la página de este servidor",
    "no.database-away": (
        "el servidor no llega ahora a su base de datos: no se pierde nada, y la partida sigue en cuanto pueda"
    ),
    "no.table-newer": "una versión más nueva del servidor tiene ahora esta mesa: en un momento te conectas a ella",
    "no.restart": "el servidor se está reiniciando: la partida sigue en un momento",
    "no.not-stored": "el servidor no ha podido guardar eso, así que no ha ocurrido: prueba otra vez",
    "no.crash": "algo ha fallado en el servidor; no ha cambiado nada",
    "no.replay-seat": "«{found}» no es un asiento desde el que mirar: elige de 0 a {last}, all o spectator",
    "no.replay-too-long": "una repetición muestra como máximo {limit} eventos: corta el registro",
    "no.what-if-step": "no hay paso {found}: elige de 0 a {last}",
    "no.what-if-over": "en ese paso la partida ya ha terminado: elige uno anterior",
    "no.no-such-puzzle": "no existe ese ejercicio",
    "no.puzzle-not-now": "esa no es una de las opciones: responde con una de ellas",
    # the plain page
    "page.what": "Seven Prophecies y Prophecy: juegos de bazas para jugar con amigos y bots.",
    "page.tables": "Mesas públicas",
    "page.none": "Ahora no hay mesas públicas.",
    "page.free": "{free} de {players} asientos libres",
    "page.api": "Para programas:",
    "page.busy": "El servidor está ocupado",
    "page.busy.why": "{sentence}.",
    "page.busy.again": "Esta página lo intenta otra vez sola en unos segundos.",
    "page.phase.open": "esperando jugadores",
    "page.phase.sharing": "a punto de empezar",
    "page.phase.playing": "en juego",
    "page.phase.over": "terminada",
    "page.phase.closed": "cerrada",
    # preset phrases of the chat
    "phrase.hello": "¡Hola!",
    "phrase.good-luck": "¡Suerte!",
    "phrase.well-played": "¡Bien jugado!",
    "phrase.thanks": "¡Muchas gracias!",
    "phrase.sorry": "¡Perdón!",
    "phrase.one-moment": "Un momento, por favor.",
    "phrase.ready": "Por mí, listo.",
    "phrase.again": "¿Otra partida?",
    "phrase.goodbye": "¡Adiós!",
    "phrase.may-i-play": "¿Puedo jugar?",
    "reaction.nice": "¡Bien!",
    "reaction.wow": "¡Guau!",
    "reaction.ha-ha": "¡Ja, ja!",
    "reaction.ouch": "¡Ay!",
    "reaction.hmm": "Mmm…",
    "reaction.thanks": "¡Gracias!",
    # commands
    "no.option-form": "«{text}» no es una opción: escribe nombre=valor, por ejemplo tenth_trick_scores=false",
    "no.games-count": "--games {found} no juega nada: usa un número desde 1",
    "no.bots-count": (
        "{found} {found:bot no llena|bots no llenan} {players} asientos: da uno por asiento, o uno para todos"
    ),
    "no.unwritable-file": "no se puede escribir {file}: {why}",
    "simulate.summary": (
        "{game}: {matches} {matches:partida|partidas}, {rounds} {rounds:ronda|rondas}; {per_match} "
        "{per_match:ronda|rondas} por partida, {tricks} {tricks:baza|bazas} por ronda, {shared} de victorias "
        "compartidas"
    ),
    "simulate.seat": "asiento",
    "simulate.bot": "bot",
    "simulate.wins": "victorias",
    "simulate.score": "total",
    "simulate.points": "puntos por ronda",
    "simulate.fulfilled": "cumplidas",
    "simulate.start": "asientos a la izquierda de la primera salida",
    "simulate.round": "rondas ganadas",
    "simulate.tricks": "bazas en la ronda",
    "simulate.rounds": "rondas",
    "simulate.prophecies": "profecías cumplidas",
    # arena
    "no.arena-bots-count": (
        "{found} {found:bot no hace|bots no hacen} un torneo: nombra dos o más, por ejemplo --bots seer,greedy"
    ),
    "no.arena-bot-form": "«{text}» no es un bot: escribe un nombre, o nombre:clave=valor, por ejemplo seer:worlds=60",
    "no.arena-budget": "«{text}» no tiene ese límite: da worlds=N (1 a 1000000) o seconds=S (0.02 a 5), no los dos",
    "no.arena-until": (
        "«{text}» no es un nivel de confianza: usa desde 50% hasta menos de 100%, por ejemplo --until 95%"
    ),
    "no.arena-resume-what": "--resume continúa un archivo: nómbralo con --out",
    "no.arena-exists": "{file} ya existe: continúalo con --resume, o elige otro nombre con --out",
    "no.arena-no-arena": "{file} no es un archivo de este tipo ({format}): elige otro nombre",
    "no.arena-other-plan": "{file} contiene otro trabajo ({key}: {found} allí, {wanted} aquí): elige otro nombre",
    "no.arena-damaged": "{file} está dañado en la línea {line}: borra esa y todo lo que sigue, o elige otro nombre",
    "no.calibrate-resume-what": "--resume continúa un archivo: nómbralo con --rows",
    "no.calibrate-check-or-out": "--check no ajusta nada que se pueda escribir: quita --check o --out",
    "no.calibrate-one-of": "--check, --luck y --nearest hacen cosas distintas: elige una",
    "no.calibrate-few-matches": "--luck necesita {least} partidas o más: --games es {games}",
    "no.calibrate-too-few": (
        "no se ha escrito nada: con {strong} rivales fuertes hay {rounds} rondas, pero una calibración necesita "
        "{least}. Juega más --games"
    ),
    "no.calibrate-diverged": (
        "no se ha escrito nada: estas líneas leerían probabilidades iguales como casi 0 o 1: {lines}"
    ),
    "no.calibrate-worse": (
        "no se ha escrito nada: en partidas reservadas la pérdida logarítmica es {fitted}; con la calibración del "
        "juego más próximo es {prior}"
    ),
    "no.calibrate-nothing": (
        "no se ha medido nada para {game} con {players} jugadores y estas opciones: quita --check para hacerlo"
    ),
    "calibrate.summary": (
        "{game}, {players} jugadores, semilla {seed}: {matches} {matches:partida|partidas}. Prometido menos realizado:"
    ),
    "calibrate.phase": "baza",
    "calibrate.told": "antes",
    "calibrate.strong": ("rivales\nfuertes"),
    "calibrate.rows": "decisiones",
    "calibrate.rounds": "rondas",
    "calibrate.raw": "en bruto",
    "calibrate.calibrated": "calibrado",
    "calibrate.third": ("tercio de\nla partida"),
    "calibrate.r2": ("parte de puntos\npredicha"),
    "calibrate.log-loss": ("pérdida log.\nde cumplir"),
    "calibrate.off": ("desvío de\nprobabilidades"),
    "calibrate.plot-title": "Probabilidades predichas y lo que pasó",
    "calibrate.plot-subtitle": "{game}, {players} jugadores fuertes, semilla {seed}",
    "calibrate.plot-said": "probabilidad predicha",
    "calibrate.plot-came": "cuántas veces se cumplió",
    "calibrate.note": "→ va de lo bruto a lo calibrado; ± es el intervalo del 95% por ronda.",
    "calibrate.kept": (
        "{matches} {matches:partida guardada|partidas guardadas} en {file}. Para seguir: la misma orden con --resume"
    ),
    # the benchmark
    "no.policy-form": "«{found}» no es una política: escribe módulo:función, por ejemplo mine:policy",
    "no.policy-missing": "no se puede cargar la política «{found}»: {why}",
    "no.benchmark-who": "di quién juega: --policy module:callable o --bot NAME",
    "no.benchmark-result": "el resultado {number} del archivo no puede ser correcto: mira su campo {field}",
    "benchmark.summary": "{task}: {player} en cada asiento por turno, los mismos repartos contra cada tipo de rival.",
    "benchmark.against": "contra",
    "benchmark.count": "rondas",
    "benchmark.ahead": ("por delante\nde los otros"),
    "benchmark.rounds": ("rondas\nganadas"),
    "benchmark.matches": ("partidas\nganadas"),
    "benchmark.fulfilled": "cumplidas",
    "benchmark.values": ("valores propios\naltos en"),
    "benchmark.time": "ms cada una",
    "benchmark.note": "± es el intervalo del 95% sobre bloques. Entre iguales cada asiento gana {share}.",
    "benchmark.short": "Menos bloques de los que tiene la tarea: no es un resultado completo.",
    "benchmark.tasks": "Tareas:",
    "benchmark.before": (
        "{task}: student gana {ahead} ± {interval} puntos por ronda contra {bot} ({rounds} {rounds:ronda|rondas})."
    ),
    "benchmark.best-response": (
        "{task}: quien ha aprendido contra {bot} gana {ahead} ± {interval} puntos por ronda ({rounds} "
        "{rounds:ronda|rondas}). Es una cota inferior."
    ),
    "train.strength": "{players} jugadores: {ahead} ± {interval} puntos por ronda por delante de greedy",
    "train.done": "Las redes están en {path}, tras {seconds} {seconds:segundo|segundos} de CPU",
    "dataset.done": (
        "{rounds} {rounds:ronda está|rondas están} en {path}; el README.md de allí dice qué contienen las columnas"
    ),
    "arena.summary-match": (
        "{game}, {players} jugadores, semilla {seed}: {blocks} {blocks:bloque|bloques} de repartos iguales, {matches} "
        "{matches:partida|partidas}, {rounds} {rounds:ronda|rondas}."
    ),
    "arena.summary-round": (
        "{game}, {players} jugadores, semilla {seed}: {blocks} {blocks:bloque|bloques} de repartos iguales, {rounds} "
        "{rounds:ronda|rondas}."
    ),
    "arena.bot": "bot",
    "arena.points": ("puntos\npor ronda"),
    "arena.ahead": ("por delante\nde los otros"),
    "arena.to-first": ("por delante\ndel primero"),
    "arena.rounds": ("rondas\nganadas"),
    "arena.matches": ("partidas\nganadas"),
    "arena.fulfilled": "cumplidas",
    "arena.in-trick": ("en la\nbaza {trick}"),
    "arena.rating": "rating",
    "arena.decisions": "decisiones",
    "arena.time": "ms cada una",
    "arena.slowest": "la más lenta, ms",
    "arena.note-interval": "± es el intervalo del 95% sobre bloques. Entre iguales cada asiento gana {share}.",
    "arena.note-bound": (
        "± es un intervalo que vale a la vez en todas las miradas ({level}). Entre iguales cada asiento gana {share}."
    ),
    "arena.note-timed": (
        "Algunos bots piensan por reloj: con esta semilla se repiten los repartos y los asientos, pero no las cifras."
    ),
    "arena.decided": (
        "Decidido tras {blocks} {blocks:bloque|bloques}: el primer bot difiere claramente de todos los demás."
    ),
    "arena.undecided": "Sin decidir tras {blocks} {blocks:bloque|bloques}.",
    "arena.kept": (
        "{blocks} {blocks:bloque guardado|bloques guardados} en {file}. Para seguir: la misma orden con --resume"
    ),
    "arena.plot-title": "Puntos por ronda por delante de los otros",
    "arena.plot-axis": "puntos por ronda (intervalo del {level} sobre bloques de repartos iguales)",
    "check.ok": (
        "bien: {records} {records:registro|registros} ({unfinished} sin terminar), {events} {events:evento|eventos}"
    ),
    "check.broken": (
        "mal: {broken} con errores; {records} {records:registro vale|registros valen} ({unfinished} sin terminar), "
        "{events} {events:evento|eventos}"
    ),
    "check.more": "{file}: {count} {count:error|errores} más",
    "verify.holds": "{where}: vale, {deals} {deals:reparto|repartos} tal como los da la semilla; {seats}",
    "verify.gave": "bytes de {seats}",
    "verify.gave-none": "ninguno de {seats}",
    "verify.first-chosen": "se eligió que empezara el asiento {number}",
    "verify.first-drawn": "empieza el asiento {number}, por las cartas que saca la semilla",
    "verify.seat": "asiento {number} ({why})",
    "verify.bot": "bot",
    "verify.device": "segundo asiento de un dispositivo",
    "verify.silent": "sin respuesta",
    "verify.committed": "sin respuesta tras su compromiso",
    "verify.join": "; ",
    "verify.ok": "bien: {matches} {matches:partida comprobada|partidas comprobadas}",
    "verify.broken": "mal: {broken} sin comprobar; {matches} {matches:partida comprobada|partidas comprobadas}",
    # foretold review, and what the coach says elsewhere
    "no.review-what": "«{found}» no es ni un archivo ni un enlace a una partida",
    "no.review-unreachable": "no se puede obtener un registro de {link}: {why}",
    "no.worlds-count": "«{found}» mundos son muy pocos: usa 2 o más",
    "coach.card": "{suit} {number}",
    "coach.names": "{card}, nombra {suit}",
    "coach.surrender": "ceder la salida",
    "review.title": "Análisis: {game}",
    "review.won": "Victoria: {names}, {scores}.",
    "review.shared": "Victoria compartida: {names}, {scores}.",
    "review.unfinished": "La partida no se terminó; el resultado es como estaba.",
    "review.results": "Suerte y acierto",
    "review.results-lead": (
        "De la parte igual al resultado, como probabilidad de ganar la partida y en puntos: lo que las cartas "
        "prometían más allá de la parte igual, lo que costaron las decisiones propias frente a la mejor opción según "
        "lo que se sabía entonces, y lo que los demás dieron o quitaron. Cuando los errores de varios asientos se "
        "compensan, solo se muestra la parte que encaja."
    ),
    "review.seat": "asiento",
    "review.expected": "igual",
    "review.cards": "cartas",
    "review.others": "otros",
    "review.choice": "profecía",
    "review.choice.prophecy": "apuesta",
    "review.play": "juego",
    "review.result": "resultado",
    "review.accuracy": "precisión",
    "review.decided": "decisiones",
    "review.marked": "marcadas",
    "review.unit": "en",
    "review.unit-match": "%",
    "review.unit-points": "pts",
    "review.steps-match": "Prob. de ganar",
    "review.steps-points": "Puntos",
    "review.curve": "Probabilidad de ganar la partida",
    "review.curve-lead": (
        "Tras cada decisión, ajustada para que todos los asientos sumen 100 %. Cada asiento se juzga por lo que podía "
        "saber entonces."
    ),
    "review.round": "ronda {round}",
    "review.decisions": "Decisiones caras",
    "review.decisions-lead": (
        "Pérdidas de más de dos errores típicos, en partes de la partida. Una imprecisión perdió {inaccuracy} o más; "
        "un error, {mistake}; un error grave, {blunder}."
    ),
    "review.none": "Ninguna pérdida que se distinga del azar.",
    "review.where": "ronda {round}, baza {trick}",
    "review.where-told": "ronda {round}, profecía",
    "review.where-told.prophecy": "ronda {round}, apuesta",
    "review.round-head": "ronda",
    "review.trick-head": "baza",
    "review.points-head": "puntos",
    "review.loss": "pérdida",
    "review.instead": "{action} en vez de {best}",
    "review.lost": "{match} ±{error}",
    "review.points": "{points} {points:punto|puntos}",
    "review.mark.inaccuracy": "imprecisión",
    "review.mark.mistake": "error",
    "review.mark.blunder": "error grave",
    "review.only": "la única jugada",
    "review.found-only": "{action}: la única jugada, y se encontró",
    "review.turns": "Momentos clave",
    "review.turns-lead": "Los mayores cambios en la probabilidad de ganar de alguien.",
    "review.turn.cards": "{who}: el reparto, {before} → {after}",
    "review.turn.others": "{who}: lo que hicieron los demás, {before} → {after}",
    "review.turn.choice": "{who}: su profecía, {before} → {after}",
    "review.turn.choice.prophecy": "{who}: su apuesta, {before} → {after}",
    "review.turn.play": "{who}: su carta, {before} → {after}",
    "review.told": "Profecías",
    "review.told.prophecy": "Apuestas",
    "review.told-lead": (
        "Lo que se predijo, lo mejor según lo que se sabía entonces y lo que habrían cumplido las siete primeras "
        "bazas, tal como se jugaron."
    ),
    "review.told-lead.prophecy": (
        "Lo que se apostó, lo mejor según lo que se sabía entonces y cuántas bazas se ganaron."
    ),
    "review.was-told": "predicho",
    "review.was-told.prophecy": "apuesta",
    "review.foresight": "a priori",
    "review.hindsight": "a posteriori",
    "review.hindsight.prophecy": "bazas ganadas",
    "review.best": "mejor",
    "review.as-good": "igual de buena",
    "review.played": "jugada",
    "review.action": "opción",
    "review.to-expect": "puntos esperados",
    "review.chance": "prob. de ganar",
    "review.how": "Cómo se ha calculado",
    "review.how-text": (
        "Cada decisión se pesó en {worlds} repartos compatibles con lo que su asiento sabía (semilla {seed}), o en "
        "todos si se podían contar; se supuso que todos los rivales eran fuertes. Una pérdida de menos de un error "
        "típico cuenta como ninguna."
    ),
    "no.no-aids": "esta mesa no permite pistas ni probabilidades",
    "no.hint-not-now": "una pista es para un asiento que tiene que elegir: espera a que te toque",
    "no.hint-waits": "ya hay una pista en camino",
    "no.hint-failed": "el entrenador no ha podido calcularlo: pregunta otra vez",
    # what a link says before it is opened
    "link.table": "Únete a una mesa de {game}",
    "link.table-full": "Una mesa de {game}",
    "link.table-text": "En la mesa: {names}. Asientos libres: {free}.",
    "link.table-free": "Asientos libres: {free}.",
    "link.challenge": "Un desafío: las mismas cartas en {game}",
    "link.challenge-of": "{name} te desafía: las mismas cartas en {game}",
    "link.challenge-text": "Juega los mismos repartos contra los mismos bots y compara ronda a ronda.",
    "link.daily": "Partida del día, {day}",
    "link.daily-text": "Una partida de bazas al día, la misma para todos.",
    "link.match": "Una partida de {game}",
    "link.match-won": "Victoria de {names}: {game}",
    "link.match-shared": "Victoria compartida de {names}: {game}",
    "link.group": "Únete al grupo {title}",
    "link.group-text": "Miembros: {count}. Juegos de bazas en compañía, sin cuentas.",
    "link.puzzle": "Ejercicio {number}: {game}",
    "link.puzzle-text": "Una decisión, una respuesta mejor. ¿La encuentras?",
    # hints
    "hint.as-good": "Igual de buena que {best}, que sepamos. {reason}",
    "hint.comes-too": "Queda {place} en el {chance}",
    "hint.wins-too": "Gana la baza en el {chance}; probabilidad de acertar tu apuesta de {bid}: {met}.",
    "hint.comes": "Queda {place} en el {chance} de los repartos compatibles con lo que sabes",
    "hint.comes-sure": "Seguro que queda {place}",
    "hint.token": "{comes}, un puesto que aún necesitas; probabilidad de las siete: {fulfilled}.",
    "hint.no-token": "{comes}, un puesto que no necesitas; probabilidad de las siete: {fulfilled}.",
    "hint.token-past": "{comes}, un puesto que aún necesitas.",
    "hint.no-token-past": "{comes}, un puesto que no necesitas.",
    "hint.about": "≈ {chance}",
    "hint.and": "{reason} {more}",
    "hint.gains-points-seven": (
        "{rival} cumple las siete más veces, pero esto da {told} puntos de media en vez de {less}."
    ),
    "hint.gains-points-bid": (
        "{rival} acierta tu apuesta más veces, pero esto da {told} puntos de media en vez de {less}."
    ),
    "hint.gains-match-seven": (
        "{rival} cumple las siete más veces, pero esto da menos a los demás: la probabilidad de ganar la partida es "
        "{told} en vez de {less}."
    ),
    "hint.gains-match-bid": (
        "{rival} acierta tu apuesta más veces, pero esto da menos a los demás: la probabilidad de ganar la partida es "
        "{told} en vez de {less}."
    ),
    "hint.prophecy": "Probabilidad de cumplir las siete: {fulfilled}; en la baza 7: {seven}.",
    "hint.bid": (
        "Una apuesta de {bid}: la probabilidad de acertarla es {met}; lo más frecuente es que esta mano gane {likely}."
    ),
    "hint.wins": (
        "Gana la baza en el {chance} de los repartos compatibles con lo que sabes; probabilidad de acertar tu apuesta "
        "de {bid}: {met}."
    ),
    "hint.wins-sure": "Gana la baza seguro; probabilidad de acertar tu apuesta de {bid}: {met}.",
    "hint.loses-sure": "Pierde la baza seguro; probabilidad de acertar tu apuesta de {bid}: {met}.",
    "hint.surrender": "No puedes hacer otra cosa.",
    "terminal.hints": "Mejores probabilidades de ganar, en {deals} repartos compatibles con lo que sabes:",
    "terminal.hints-exact": "Mejores probabilidades de ganar, en los {deals} repartos compatibles con lo que sabes:",
    "terminal.hints-counts": "Cuántas veces ocupa tu mano cada puesto (con la primera de estas):",
    "terminal.hints-won": "Bazas que gana tu mano (con la primera de estas):",
    "reason.bid": "la apuesta de {bid}",
    "reason.ends-now": (
        "Tras {other}, {who} completa las siete en esta misma baza en el {instead} de los repartos, y acaba la ronda; "
        "tras {best}, en el {often}."
    ),
    "reason.ends-now-sure": "Tras {other}, {card} de {who} queda {place} y completa las siete: acaba la ronda.",
    "reason.gives-token": (
        "{who} necesita aquí un {place}: {other} se lo deja en el {instead} de los repartos; {best}, en el {often}."
    ),
    "reason.gives-token-sure": "{who} necesita aquí un {place}: {other} se lo deja; {best}, no.",
    "reason.rival-seven": (
        "Tras {other}, {who} completa las siete en el {instead} de los repartos; tras {best}, en el {often}."
    ),
    "reason.others-seven": (
        "Tras {other}, otra persona completa las siete en el {instead} de los repartos; tras {best}, en el {often}."
    ),
    "reason.target": (
        "Tras {other}, {who} llega a {n} puntos, lo que acaba la partida, en el {instead} de los repartos; tras "
        "{best}, en el {often}."
    ),
    "reason.runner-up": (
        "{best} se lleva el punto por menos profecías sin cumplir en el {often} de los repartos; {other}, en el "
        "{instead}."
    ),
    "reason.shortfall": (
        "Tras {other}, quedan dos o más profecías sin cumplir, lo que cuesta puntos, en el {instead} de los repartos; "
        "tras {best}, en el {often}."
    ),
    "reason.sooner": (
        "{best} completa las siete en la baza {trick} o antes, por al menos {n} puntos, en el {often} de los "
        "repartos; {other}, en el {instead}."
    ),
    "reason.token-now": (
        "{best} queda {place}, donde espera una profecía, en el {often} de los repartos; {other}, en el {instead}."
    ),
    "reason.token-now-sure": "{best} queda {place}, donde espera una profecía; {other}, no.",
    "reason.last-lead": (
        "{suit} sale por última vez: {best} queda {place}, donde espera una profecía, en el {often} de los repartos; "
        "{other}, en el {instead}."
    ),
    "reason.last-lead-sure": (
        "{suit} sale por última vez: {best} queda {place}, donde espera una profecía; {other}, no."
    ),
    "reason.needs-all": (
        "Desde ahora cada baza debe cumplir una profecía, pues faltan {n} y {n:queda|quedan} {n} {n:baza|bazas}: "
        "{best} cumple una en el {often} de los repartos; {other}, en el {instead}."
    ),
    "reason.any-token": (
        "{best} cumple una profecía en esta baza en el {often} de los repartos; {other}, en el {instead}."
    ),
    "reason.place-open": (
        "Tras {other}, la profecía de un {place} queda sin cumplir en el {instead} de los repartos; tras {best}, en "
        "el {often}."
    ),
    "reason.kept": (
        "Vale la pena guardar {card}: cumple una profecía más tarde en el {often} de los repartos, sobre todo como "
        "{place} en la baza {trick}, de palo {suit}. Si se guarda {best}, en el {instead}."
    ),
    "reason.kept-last": (
        "{card} es la última carta de {suit} en la mano y hará falta en la baza {trick}, cuando salga {suit}: si se "
        "guarda, cumple una profecía en el {often} de los repartos; si se guarda {best}, en el {instead}."
    ),
    "reason.void": (
        "{best} es la última carta de {suit} en la mano: cuando salga {suit} en la baza {trick}, se podrá echar "
        "cualquier carta. Eso cumple una profecía en el {often} de los repartos; tras {other}, en el {instead}."
    ),
    "reason.card-token": (
        "Tras {best}, {card} cumple una profecía más tarde en el {often} de los repartos; tras {other}, en el "
        "{instead}."
    ),
    "reason.too-many": (
        "{other} pide {n} × {place}, que se cumple en el {instead} de los repartos; {fewer} × {place}, en el {often}."
    ),
    "reason.too-many-any": (
        "{other} pide {n} × {place}, que se cumple solo en el {instead} de los repartos; {best} no lo necesita."
    ),
    "reason.too-many-for": (
        "{other} pide {n} × {place}, que se cumple en el {instead} de los repartos; {fewer} × {place}, en el {often}. "
        "{best} pide {more} × {gain}, que se cumple en el {gained}."
    ),
    "reason.too-many-any-for": (
        "{other} pide {n} × {place}, que se cumple solo en el {instead} de los repartos; {best} pide en su lugar "
        "{more} × {gain}, que se cumple en el {gained}."
    ),
    "reason.too-few": (
        "Con {other}, la mano queda {place} más veces que las {fewer} predichas en el {instead} de los repartos, y se "
        "desperdicia un puesto; {best} lo aprovecha con {n} ×."
    ),
    "reason.too-few-none": (
        "{other} no predice ningún {place}, pero la mano queda {place} en el {instead} de los repartos; {best} lo "
        "aprovecha con {n} ×."
    ),
    "reason.win-now": (
        "La apuesta de {bid} necesita {n} más de {tricks} bazas: {best} gana esta en el {often} de los repartos; "
        "{other}, en el {instead}."
    ),
    "reason.win-now-sure": (
        "La apuesta de {bid} necesita {n} más de {tricks} bazas: {best} gana esta seguro; {other}, seguro que no."
    ),
    "reason.duck-now": (
        "En la apuesta de {bid} solo caben {n} más de {tricks} bazas: {other} gana esta en el {instead} de los "
        "repartos; {best}, en el {often}."
    ),
    "reason.duck-now-sure": (
        "En la apuesta de {bid} solo caben {n} más de {tricks} bazas: {other} gana esta seguro; {best}, seguro que no."
    ),
    "reason.bid-full": (
        "La apuesta de {bid} ya está completa y cada baza más sobra: {other} gana esta en el {instead} de los "
        "repartos; {best}, en el {often}."
    ),
    "reason.bid-full-sure": (
        "La apuesta de {bid} ya está completa y cada baza más sobra: {other} gana esta seguro; {best}, seguro que no."
    ),
    "reason.every-trick": (
        "La apuesta de {bid} necesita todas las bazas que quedan: {best} gana esta en el {often} de los repartos; "
        "{other}, en el {instead}."
    ),
    "reason.every-trick-sure": (
        "La apuesta de {bid} necesita todas las bazas que quedan: {best} gana esta seguro; {other}, seguro que no."
    ),
    "reason.gives-trick": (
        "{other} deja esta baza a {who} en el {instead} de los repartos; {best}, en el {often}. Con ella, {who} "
        "acierta más a menudo su apuesta."
    ),
    "reason.denies": (
        "Tras {other}, {who} acierta su apuesta en el {instead} de los repartos; tras {best}, en el {often}."
    ),
    "reason.denies-open": (
        "Tras {other}, {who} acierta su apuesta de {bid} en el {instead} de los repartos; tras {best}, en el {often}."
    ),
    "reason.denies-leader": (
        "Tras {other}, {who}, que va en cabeza, acierta su apuesta en el {instead} de los repartos; tras {best}, en "
        "el {often}."
    ),
    "reason.denies-leader-open": (
        "Tras {other}, {who}, que va en cabeza, acierta su apuesta de {bid} en el {instead} de los repartos; tras "
        "{best}, en el {often}."
    ),
    "reason.over": (
        "{other} acaba con demasiadas bazas para la apuesta de {bid} en el {instead} de los repartos; {best}, en el "
        "{often}."
    ),
    "reason.short": (
        "{other} se queda sin bazas suficientes para la apuesta de {bid} en el {instead} de los repartos; {best}, en "
        "el {often}."
    ),
    "reason.tricks": "Cuando la apuesta se falla de todos modos, {best} gana de media {apart} bazas más que {other}.",
    "reason.no-bid": (
        "La apuesta ya es imposible, así que cada baza cuenta: {best} da de media {apart} más que {other}."
    ),
    "reason.kept-winner": (
        "Vale la pena guardar {card}: gana una baza más tarde en el {often} de los repartos; si se guarda {best}, en "
        "el {instead}."
    ),
    "reason.spares": (
        "Esta baza sale igual con {best} que con {other}, pero {other} es más fuerte y vale la pena guardarla: si se "
        "va, al final faltan bazas en el {instead} de los repartos; si se va {best}, en el {often}."
    ),
    "reason.sheds": (
        "Conviene librarse de {card}: si se guarda, gana una baza más tarde en el {instead} de los repartos, a menudo "
        "una de más; si se guarda {other}, en el {often}."
    ),
    "reason.unloads": (
        "Esta baza sale igual con {best} que con {other}, pero {best} es más fuerte y conviene librarse de ella: si se "
        "guarda, al final sobran bazas en el {instead} de los repartos; si se guarda {other}, en el {often}."
    ),
    "reason.surrender": (
        "Tras {other}, el Chamán queda como última carta y tendría que salir en el {instead} de los repartos, y ceder "
        "la salida no da nada; tras {best}, en el {often}."
    ),
    "reason.specialist-led": (
        "Tras {other}, al final hay que salir con {card} en el {instead} de los repartos; tras {best}, en el {often}."
    ),
    "reason.discard": (
        "{best} es la última carta de {suit} en la mano: cuando vuelva a salir {suit}, se podrá descartar una carta "
        "que ganaría de más. Eso pasa en el {often} de los repartos; tras {other}, en el {instead}."
    ),
    "reason.ruffed": (
        "Tras {other}, una salida propia se pierde ante un triunfo en el {instead} de los repartos; tras {best}, en "
        "el {often}."
    ),
    "reason.card-wins": (
        "Tras {best}, {card} gana una baza más tarde en el {often} de los repartos; tras {other}, en el {instead}."
    ),
    "reason.card-unwanted": (
        "Tras {other}, {card} gana una baza más tarde, a menudo una de más, en el {instead} de los repartos; tras "
        "{best}, en el {often}."
    ),
    "reason.bid-high": (
        "Una apuesta de {bid} es alta para esta mano, que gana entonces demasiado pocas bazas en el {instead} de los "
        "repartos; con una apuesta de {fewer}, en el {often}."
    ),
    "reason.bid-high-none": (
        "Una apuesta de {bid} es alta para esta mano, que gana entonces demasiado pocas bazas en el {instead} de los "
        "repartos; una apuesta de 0 no necesita ninguna."
    ),
    "reason.bid-low": (
        "Una apuesta de {bid} es baja para esta mano, que gana entonces demasiadas bazas en el {instead} de los "
        "repartos; con una apuesta de {fewer}, en el {often}."
    ),
    "reason.bid-keeps": (
        "{best} deja {card} en la mano. Lo que deja gana una baza en el {often} de los repartos; lo que deja {other}, "
        "en el {instead}."
    ),
    "reason.bid-worth": (
        "Una apuesta de {fewer} se acierta menos, pero entonces da {often} puntos; una de {bid} da {instead}."
    ),
    "reason.bid-tricks": (
        "Con {best}, la mano gana de media {apart} bazas más que con {other}, y cada una vale un punto."
    ),
    "terminal.hints-yours": "La tuya.",
    "terminal.hints-worth": "{match} +-{error}",
    "terminal.hints-points": "{points} {points:punto|puntos}",
    "terminal.hints-not-yet": "El entrenador aún se está preparando: pregunta otra vez en un momento.",
    # foretold puzzles
    "no.puzzles-number": "no hay ejercicio {found}: elige de 1 a {last}",
    "terminal.puzzle": (
        "Ejercicio {number} (de {count}). Juegas en {seat}. Fallado en {difficulty} de 16 intentos de nuestros bots: "
        "Novato, Codicioso y Vidente con 2 a 64 mundos."
    ),
    "terminal.puzzle-find.card": "Encuentra la carta.",
    "terminal.puzzle-find.prophecy": "Encuentra la profecía.",
    "terminal.puzzle-find.bid": "Encuentra la apuesta: solo cuenta su número.",
    "terminal.puzzle.right": "Correcto: {answer}. {streak} seguidos.",
    "terminal.puzzle.wrong": "La respuesta es {answer}.",
    "terminal.puzzle.worth": "{action}: {points} puntos de media {note}",
    "terminal.puzzle.natural": "(la opción obvia)",
    "terminal.puzzle.not-now": "esa no es una de las opciones: responde con una de ellas",
    "terminal.puzzle.falls": (
        "El ejercicio {number} no vale: su respuesta está {ahead} puntos por delante de la siguiente."
    ),
    "terminal.puzzle.made": "{count} ejercicios por ahora: {themes}.",
    "terminal.puzzle.checked": "{stands} de {count} ejercicios valen.",
    "terminal.puzzle.alone": "Los ejercicios se resuelven sin pistas: responde, o quit.",
    "terminal.whatif.sums": "Lo que pasó y cómo fue esta línea:",
    "terminal.whatif.round": "ronda {round}: {points}",
    "terminal.whatif.total": "total: {points}",
    "terminal.puzzle.go-on": "Enter: siguiente; w: seguir desde aquí; quit:",
    # the server's database
    "no.no-database": "no hay base de datos {file}: nombra una con --database o FORETOLD_DATABASE",
    "no.no-database-of-ours": "{file} no es una base de datos de Foretold: no se ha tocado, nombra otra",
    "no.database-too-new": (
        "{file} es de un Foretold más nuevo (esquema {found}, este conoce {known}): actualiza Foretold"
    ),
    "no.database-trouble": "no se puede usar la base de datos {file}: {why}",
    "no.file-exists": "{file} ya existe: elige otro nombre, o reemplázalo con --force",
    "no.postgres-missing": "PostgreSQL necesita el extra «postgres»: pip install 'foretold[postgres]'",
    "no.postgres-too-old": "este es PostgreSQL {found}: Foretold necesita {oldest} o posterior",
    "no.backup-postgres": "copia una base de datos PostgreSQL con pg_dump; los servidores pueden seguir en marcha",
    "no.copy-while-served": (
        "hay un servidor en marcha con {file}: detenlo antes, o faltaría lo que pase mientras tanto"
    ),
    "no.copy-onto-something": "{file} no está vacía: nombra una base de datos vacía",
    "no.copy-differs": "{file} difiere de su origen (en {part}): elimínala y prueba otra vez",
    "no.backup-onto-database": "{file} es una base de datos en uso: elige otro nombre para la copia",
    "no.database-damaged": (
        "{file} está dañada: restaura una copia, o usa `foretold doctor` para ver qué se puede salvar"
    ),
    "no.not-writable": (
        "el servidor no puede escribir en su disco: no se guarda nada nuevo hasta que su dueño haga sitio"
    ),
    "no.damaged": "los datos guardados no se pueden leer: tiene que restaurarlos quien lleva el servidor",
    "no.doctor-running": "hay un servidor en marcha con {file}: detenlo antes y luego repara",
    "doctor.holds": (
        "{file} contiene {tables} {tables:mesa|mesas} con {entries} {entries:entrada|entradas} en sus diarios, "
        "{matches} {matches:partida|partidas}, {people} {people:persona|personas}."
    ),
    "doctor.page": "Dañado: {why}",
    "doctor.journal": "Mesa {table}: solo se pueden leer las primeras {good} de {count} {count:entrada|entradas}.",
    "doctor.record": "Partida {match}: su registro no es válido.",
    "doctor.gone": (
        "Mesa {table}: {count:falta|faltan} al final {count} {count:entrada|entradas}, aunque ya se "
        "{count:comunicó|comunicaron} a la gente."
    ),
    "doctor.whole": "Todo está intacto.",
    "doctor.how": (
        "Restaura una copia. O detén el servidor y ejecuta {command}: cambia esta base de datos por una nueva con "
        "todo lo que se puede leer y guarda la vieja al lado."
    ),
    "doctor.taken-out": "Se han quitado datos no válidos de {file} y se han guardado en {damaged}.",
    "doctor.repaired": "{file} es una base de datos nueva con todo lo que se pudo leer; la dañada es {damaged}.",
    "serve.damaged": (
        "La base de datos está dañada: {count} {count:mesa no se puede leer|mesas no se pueden leer}; las demás siguen."
    ),
    "serve.unreadable": "La base de datos está dañada: una parte no se puede leer.",
    "serve.restore": "Restaura una copia, o mira qué se puede salvar: {command}",
    "serve.gone": "En {count} {count:mesa|mesas} se han perdido las últimas entradas: pueden faltar jugadas.",
    "no.forget-unasked": "no se ha borrado nada: añade --yes para borrar, o --list solo para mirar",
    "export.done": "{file} contiene {count} {count:partida|partidas}.",
    "copy.done": (
        "{file} tiene ahora todo lo de {database}: {count} {count:fila comparada|filas comparadas} una por una."
    ),
    "no.site-not-built": "esta copia de Foretold no está construida: instálala con pip, o ejecuta scripts/venv",
    "site.done": "{folder} contiene el sitio, {size} MB: sírvelo desde cualquier alojamiento web, en cualquier ruta.",
    "no.service-in-home": (
        "{file} está en una carpeta personal, que el servicio no puede ver: instala Foretold para todos "
        "(PIPX_HOME=/opt/pipx PIPX_BIN_DIR=/usr/local/bin pipx install …), o usa --user"
    ),
    "service.done": (
        "{file} está escrito. Los ajustes van en {settings}, un FORETOLD_NAME=value por línea. Para arrancarlo: "
        "{command}"
    ),
    "backup.done": "{file} es una copia de {database}, e intacta.",
    "no.restore-running": "hay un servidor en marcha con {file}: detenlo antes y luego restaura",
    "no.restore-postgres": (
        "restaura una base de datos PostgreSQL con sus propias herramientas: docs/server.md dice cómo"
    ),
    "no.restore-same": "{file} es la propia base de datos: nombra una copia",
    "no.restore-differs": "{file} no es lo que se restauró: la base de datos anterior vuelve a estar en su sitio",
    "languages.line": "{tag} {name}: {state}; {python} frases en Python, {page} en la página, {rules} hojas de reglas",
    "languages.complete": "completo",
    "languages.incomplete": "incompleto",
    "languages.exported": "{file} contiene {count} de {all} frases.",
    "languages.imported": "{count} {count:frase leída|frases leídas} de {file}.",
    "no.languages-tag": "«languages {what}» necesita un idioma: da su código, por ejemplo fr o pt-BR",
    "no.languages-unknown": "«{tag}» no es un código de idioma: da uno como fr o pt-BR",
    "no.languages-babel": "los archivos PO necesitan Babel: instala foretold[translate]",
    "no.languages-checkout": "esto es un paquete instalado: exporta e importa las frases en el código fuente",
    "no.languages-forms": (
        "este idioma tiene los plurales {forms}: empieza {file} a mano con NAME, FORMS y form "
        "(docs/translating.md explica cómo)"
    ),
    "no.languages-values": "{key} debe nombrar exactamente estos valores: {values}",
    "no.languages-po": "{file} no es un archivo PO: {why}",
    "restore.refused": "No se ha reemplazado nada: {file} no está intacta. `{command}` dice qué le pasa.",
    "restore.done": (
        "{database} está restaurada desde {file} e intacta: {tables} {tables:mesa|mesas}, {matches} "
        "{matches:partida|partidas}, {people} {people:persona|personas}."
    ),
    "restore.kept": "La base de datos anterior es {file}.",
    "forget.person": "{person}  última vez {seen}, partidas: {matches}, nombre: {name}",
    "forget.nobody": "Nadie coincide.",
    "forget.ask": "¿Borrar todo lo guardado sobre estas personas ({count} en total)? y = sí, Enter = no:",
    "forget.kept": "No se ha borrado nada.",
    "forget.done": (
        "Se ha borrado todo lo guardado sobre esas personas ({count} en total). Sus partidas siguen, sin nombres."
    ),
    "forget.running": (
        "Hay un servidor en marcha con esta base de datos: las mesas abiertas muestran los nombres hasta que se "
        "reinicie."
    ),
    "admin.done": "Hecho.",
    "admin.waits": (
        "Guardado. No hay ningún servidor en marcha: los asientos se liberan y las mesas se cierran cuando arranque "
        "uno."
    ),
    "admin.none": "No hay.",
    "admin.link": "Ábrelo antes de {minutes} minutos, una sola vez. La sesión dura {hours} {hours:hora|horas}.",
    "admin.lifted": "hasta que se levante",
    "admin.status.tables": (
        "mesas: {open} abiertas, {waiting} en espera, {running} en juego, {over} terminadas, {days} por días"
    ),
    "admin.status.people": (
        "personas: {people}, {people_today} en el último día, {people_new} nuevas; noches de torneo: {evenings}"
    ),
    "admin.status.queues": "pendiente: {reports} denuncias, {reviews} análisis, {calls} avisos, {orders} órdenes",
    "admin.status.process": (
        "proceso {process}: versión {version} desde {started}, {people} en mesas ({seated} con asiento), "
        "{connections} conexiones, {moves} jugadas/s, CPU {cpu} %, {memory} MB"
    ),
    "admin.status.moves": "  el 95 % de las jugadas se guarda y se envía en {ms} ms como máximo",
    "admin.status.stopped": "no hay ningún servidor en marcha",
    "admin.status.backup": "copias diarias: {kept}, la última de {made}",
    "admin.tables": "{id}  {game}: {phase}, ronda {round}, {people} personas, {bots} bots, {free} libres  {names}",
    "admin.people": "{id}  última visita {seen}, denuncias: {reports}, mesa: {table}, nombre: {name}",
    "admin.reports": "{table} {number}  {at}  {name} ({person}), resultado: {outcome}",
    "admin.blocks": "{id}  {kind}  {whom}  {until}  {operator}: {reason}",
    "admin.announce": "{id}  {until}  {operator}: {text}",
    "admin.limits": "{name} = {value}, por defecto {default}{changed}",
    "admin.log": "{at}  {operator}  {action}{about}{why}",
    "admin.sessions": "{id}  {name}  desde {created}, hasta {expires}",
    "no.admin-no-limit": "no hay ningún límite {found}: hay {known}",
    "no.admin-limit-value": "indica un número entero, o default",
    # foretold serve
    "serve.here": "En este equipo: {url}",
    "serve.network": "Para amigos en la misma red: {url}",
    "serve.public": "Para todo el mundo: {url}",
    "serve.alone": "Solo se llega desde este equipo: --host 0.0.0.0 deja entrar a amigos de la misma red.",
    "serve.no-network": "Este equipo no está en una red, así que solo él llega al servidor.",
    "serve.database": "Todo se guarda en {file}",
    "serve.stop": "Pulsa Ctrl-C para parar; las partidas siguen en el próximo arranque.",
    "serve.already": "Foretold ya está en marcha en {url}",
    "no.serve-whole": "{name} es «{found}»: usa un entero de {least} a {most}",
    "no.serve-number": "{name} es «{found}»: usa un número de {least} a {most}",
    "no.serve-level": "{name} es «{found}»: elige entre {known}",
    "no.serve-yes-no": "{name} es «{found}»: escribe yes o no",
    "no.serve-place": "{name} es «{found}»: da una dirección y un puerto, por ejemplo 127.0.0.1:9464",
    "no.serve-host": "{name} es «{found}»: usa una dirección de este equipo, o 0.0.0.0 para todas",
    "no.serve-public-url": "{name} es «{found}»: usa una dirección como https://cards.example.org/foretold",
    "no.serve-prefix": "{name} es «{found}»: usa una ruta como /foretold que no empiece por ninguna de estas: {own}",
    "no.serve-prefix-differs": (
        "el prefijo {prefix} no es la ruta de la dirección pública {url}: quita --prefix, o haz que coincidan"
    ),
    "no.serve-names": "{name} es «{found}»: usa nombres como cards.example.org,box.lan, o * para cualquiera",
    "no.serve-proxies": "{name} es «{found}»: da direcciones o redes como 127.0.0.1,10.0.0.0/8, o * para cualquiera",
    "no.serve-port-taken": "el puerto {port} está en uso: para el programa que lo usa, o elige otro con --port",
    "no.serve-port-forbidden": "este usuario no puede abrir el puerto {port}: elige uno desde 1024 con --port",
    "no.serve-no-such-host": "no se puede escuchar en {host}: usa una dirección de este equipo, o 0.0.0.0 para todas",
    "no.serve-workers": "varios procesos necesitan una base de datos PostgreSQL y un sistema con fork: quita --workers",
    "no.serve-changing": "un servidor con {file} está arrancando o parando: prueba en un momento",
    # records: form
    "no.missing-key": "falta «{key}»",
    "no.unknown-format": "el formato es «{found}», pero este programa lee «{format}»",
    "no.unknown-rules": (
        "el registro se jugó con la versión {found} de las reglas, pero este programa conoce la versión {known}"
    ),
    "no.wrong-type": "«{key}» debe ser {expected}, y es {found}",
    "no.line-too-long": "la línea pasa de {limit} MiB: una línea contiene una partida",
    "no.not-utf8": "el texto no es UTF-8",
    "no.not-json": "esto no es JSON (en la columna {column}): una línea contiene un objeto JSON",
    "no.too-deep": "el JSON tiene más de {limit} niveles",
    "no.bad-number": "un número es demasiado grande o no es un número: escribe los enteros con cifras",
    "no.duplicate-key": "la clave «{key}» aparece dos veces en un objeto: deja una",
    "no.no-such-event": "un evento tiene exactamente uno de deal, action (con seat), round, match",
    "no.not-gzip": "los datos gzip están dañados o cortados",
    "no.no-record": "el archivo no contiene ningún registro",
    "no.unreadable-file": "no se puede leer el archivo: {why}",
    # records: rules
    "no.deal-out-of-place": "aquí no toca repartir",
    "no.deal-missing": "hay una acción donde toca repartir",
    "no.result-too-early": "aquí hay un resultado, pero la ronda no ha terminado",
    "no.result-missing": "aquí debe ir un evento «{kind}» con el resultado",
    "no.wrong-result": "{key} es {found}: según las reglas es {right}",
    "no.after-the-end": "la partida ha terminado: no puede seguir ningún evento",
    "no.wrong-count": "{key} tiene {found} {found:elemento|elementos}: deben ser {expected_count}",
    "no.no-such-card": "{key} tiene «{card}», que no es una carta de este juego",
    "no.card-twice": "la carta {card} aparece dos veces",
    "no.card-missing": "falta la carta {card}",
    "no.wrong-colours": "future y future_hidden deben ser 10 y 2 cartas de color, tres de cada palo en total",
    "no.wrong-rotation": "{key} es el asiento {found}: tras la ronda anterior es el asiento {expected_seat}",
    "no.wrong-trump": "el triunfo es {found}: según la rueda es {right}",
    # verifiable deals
    "no.fair-absent": (
        "este registro no tiene «fair»: sus repartos no se prometieron, así que no hay nada que comprobar"
    ),
    "no.fair-secret": "el secreto no coincide con su compromiso: no es el que se prometió",
    "no.fair-share": "los bytes de {seat} no coinciden con su compromiso: no son los que se prometieron",
    "no.fair-first": "quien abre o reparte primero no es un asiento elegido ni el que saca la semilla",
    "no.fair-deal": "el reparto de la ronda {round} no es el que da la semilla: «{key}» difiere",
    "no.fair-scheme": "los repartos se prometieron con el esquema «{found}», pero este programa conoce «{known}»",
    "no.fair-key": "«{key}» no es una clave de {scheme}: quítala",
    "no.fair-hex": "«{key}» debe ser {digits} cifras hexadecimales en minúsculas, y es «{found}»",
    "no.fair-both": "«{key}» tiene «bytes» y «none»: un asiento dio bytes o no dio ninguno",
    "no.fair-reason": "«{key}» es «{found}»: un asiento cuenta como ninguno por uno de {known}",
    "no.fair-committed": (
        "«{key}» tiene un compromiso, pero cuenta como ninguno por «{found}»: solo un asiento sin respuesta puede "
        "tener ambos"
    ),
    "no.fair-sizes": "un secreto son {secret} bytes y lo que da un asiento son {share}",
    # terminal
    "terminal.sample": "profecía",
    "terminal.you": "Tú",
    "terminal.bot-names": "Ada Ben Cleo Dan Eve Finn",
    "terminal.none": "-",
    "terminal.no-letters": "este terminal no puede mostrar el idioma «{language}» (sin UTF-8): se sigue en inglés",
    "terminal.place.1": "1.º",
    "terminal.place.2": "2.º",
    "terminal.place.3": "3.º",
    "terminal.place.4": "4.º",
    "terminal.round": "ronda {round} de {rounds}",
    "terminal.round-open": "ronda {round}",
    "terminal.trick": "baza {trick} de {tricks}",
    "terminal.lead": "salida",
    "terminal.no-lead": "sin palo",
    "terminal.trump": "triunfo",
    "terminal.no-trump": "solo Jaguar",
    "terminal.phase.prophecy": "profecías",
    "terminal.phase.bid": "apuestas",
    "terminal.short-title.seven-prophecies-2017": "Seven Prophecies, 1.ª ed.",
    "terminal.wheel": "Triunfo por ronda:",
    "terminal.score.points": "{score} {score:pt|pts}",
    "terminal.score.rounds": "{score} {score:ronda|rondas}",
    "terminal.score.tokens": "{score} {score:cumplida|cumplidas}",
    "terminal.total.points": "{score} {score:punto|puntos}",
    "terminal.total.rounds": "{score} {score:ronda cumplida|rondas cumplidas}",
    "terminal.total.tokens": "{score} {score:profecía cumplida|profecías cumplidas}",
    "terminal.specialists": "Especialistas",
    "terminal.aside": "apartadas, boca arriba",
    "terminal.leads-times": "(sale {times}x)",
    "terminal.note.gap": ", ",
    "terminal.note.turn": "turno",
    "terminal.note.bids": "apostando",
    "terminal.note.to-lead": "a salir",
    "terminal.note.leads": "sale",
    "terminal.note.leads-first": "sale primero",
    "terminal.note.starter": "abre",
    "terminal.note.dealer": "reparte",
    "terminal.note.chosen": "ya profetizó",
    "terminal.note.has-bid": "ya apostó",
    "terminal.note.choosing": "profetizando",
    "terminal.note.out": "ya no llega",
    "terminal.note.void": "sin {suits}",
    "terminal.note.face-up": "apuesta a la vista",
    "terminal.note.surrendered": "cedió",
    "terminal.head.open": "faltan",
    "terminal.head.seat": "asiento",
    "terminal.head.prophecy": "profecía",
    "terminal.head.true": "cumplidas",
    "terminal.head.points": "puntos",
    "terminal.head.rounds": "rondas cumplidas",
    "terminal.head.tokens": "profecías cumplidas",
    "terminal.head.round": "ronda",
    "terminal.head.total": "total",
    "terminal.head.score": "total",
    "terminal.head.bid": "apuesta",
    "terminal.head.won": "bazas",
    "terminal.bid-laid": " ? puesta",
    "terminal.bid-shown": "{name} {bid} = {value}",
    "terminal.bids-face-up": "Apuestas a la vista: ",
    "terminal.trick-before": "Última: ",
    "terminal.trick-so-far": "Baza:",
    "terminal.surrenders": "cede la salida",
    "terminal.took": "{place} {name} {card}",
    "terminal.trick-done": "Baza {trick}: ",
    "terminal.trick-won": "{name} con {card}; van {won}.",
    "terminal.revealed": "Las profecías: ",
    "terminal.round-over": "Fin de la ronda {round}. ",
    "terminal.round-fulfilled": "Las siete se cumplieron en la baza {trick}: {names}.",
    "terminal.round-unfulfilled": "Nadie cumplió las siete.",
    "terminal.round-rules": "Contado según {clauses}.",
    "terminal.bids-exact": "Apuesta acertada: {names}.",
    "terminal.bids-missed": "Nadie acertó su apuesta.",
    "terminal.part.all-seven": "las siete en la baza {number}",
    "terminal.part.too-late": "las siete, pero no hasta la baza {number}",
    "terminal.part.left": "{number} sin cumplir",
    "terminal.part.fewest-left": ", lo mínimo",
    "terminal.part.tokens": "{number} de {all}",
    "terminal.part.tricks": "{number} {number:baza|bazas}",
    "terminal.part.bid-met": " + {points} por la apuesta",
    "terminal.part.bid-missed": ", apuesta fallada",
    "terminal.part.gave-up": "cedió la salida",
    "terminal.part.sum": "{parts}: {points}",
    "terminal.part.floor": ", no baja de {total}",
    "terminal.rounds.points": "profecía y puntos por ronda",
    "terminal.rounds.rounds": "profecía y rondas cumplidas",
    "terminal.rounds.tokens": "profecía y cuántas se cumplieron",
    "terminal.rounds.bids": "apuesta/bazas ganadas y puntos por ronda",
    "terminal.rounds-before": "hasta {round}",
    "terminal.rounds-floor": "Un total no puede bajar de {floor}.",
    "terminal.over.points": "Un total de {target} {target:punto|puntos} o más acaba la partida ({clause}).",
    "terminal.over.rounds-fulfilled": (
        "{target} {target:ronda cumplida|rondas cumplidas} por un asiento {target:acaba|acaban} la partida ({clause})."
    ),
    "terminal.over.tokens": (
        "{target} {target:profecía cumplida|profecías cumplidas} por un asiento {target:acaba|acaban} la partida "
        "({clause})."
    ),
    "terminal.over.last-round": "La ronda {rounds} era la última ({clause}).",
    "terminal.over.both": (
        "La ronda {rounds} era la última, y hay un total de {target} {target:punto|puntos} o más: cualquiera de las "
        "dos cosas acaba la partida ({clause})."
    ),
    "terminal.over.single": "La partida era de una sola ronda ({clause}).",
    "terminal.winner": "La partida ha terminado. Gana con {total}: {names}.",
    "terminal.winners": "La partida ha terminado. Ganan con {total}: {names}.",
    "terminal.tie.shared": "Hay empate y comparten la victoria.",
    "terminal.tie.fewest_on_edges": (
        "Empate ({names}): decidió quién puso menos fichas en el primer y el último puesto en la ronda final "
        "({clause})."
    ),
    "terminal.tie.nearest_to_last": (
        "Empate ({names}): decidió el puesto más cercano al último en la baza final ({clause})."
    ),
    "terminal.tie.rounds_fulfilled": (
        "Empate ({names}): decidió quién tuvo más rondas con la apuesta acertada ({clause})."
    ),
    "terminal.kept": "El registro se ha guardado. Para verlo paso a paso: {program} show {file} --line {line}",
    "terminal.record-not-written": "no se ha podido escribir el registro en {file}: {why}",
    "terminal.not-kept": "la partida no se puede guardar ({why}): puedes seguir jugando, pero no continuarla luego",
    "terminal.old-kept": "La partida sin terminar se ha guardado en {file}.",
    "terminal.damaged": "la partida guardada estaba dañada y ahora es {file}: empieza una nueva",
    "terminal.left": "La partida se ha guardado. Para seguir: {program} play --resume",
    "terminal.left-unkept": "Has dejado la mesa; esta partida no se pudo guardar.",
    "terminal.unfinished": "Hay una partida sin terminar: {title}, ronda {round}.",
    "terminal.prompt.resume": "Enter = seguir, n = partida nueva:",
    "terminal.answer-resume": "pulsa Enter para seguir, o responde n para una partida nueva",
    "terminal.prompt.game": "¿Qué juego? (Enter = 1)",
    "terminal.answer-game": "responde con un número de 1 a {last}, o pulsa Enter para 1",
    "terminal.menu.game": "{number}. {label}: {players} jugadores, {minutes} {minutes:minuto|minutos}",
    "terminal.menu.seven-prophecies": "Predice cuántas veces quedarás 1.º, 2.º, 3.º y último.",
    "terminal.menu.seven-prophecies-2017": (
        "La primera edición: más cartas, una fila de cartas reales y puntos que perder."
    ),
    "terminal.menu.prophecy": "Apuesta cuántas bazas ganarás y paga con cartas de tu mano.",
    "terminal.warming": "Aún se están preparando y juegan con sencillez unos segundos.",
    "terminal.greet": "Juegas contra {names}.",
    "terminal.go-on": "[Enter]",
    "terminal.no-trick": "en esta ronda aún no se ha jugado ninguna baza",
    "terminal.undone": "Deshecho: elige otra vez.",
    "terminal.drawn": "Cartas sacadas: {cards}.",
    "terminal.starts-first": "{name} abre la primera ronda.",
    "terminal.deals-first": "{name} reparte primero.",
    "terminal.nothing-to-wait-for": "Ahora no hay que esperar a nadie.",
    "terminal.no-look-back": "En esta partida nadie mira bazas anteriores.",
    "terminal.nothing-to-undo": "Aún no hay nada que deshacer.",
    "terminal.history": "cartas hasta ahora",
    "terminal.gone": "ya jugadas",
    "terminal.unseen": "sin ver (otras manos o apartadas)",
    "terminal.own-bid": "Tu apuesta, fuera de juego:",
    "terminal.prompt.prophecy": "Tu profecía (? = ayuda):",
    "terminal.prompt.bid": "Tu apuesta (? = ayuda):",
    "terminal.prompt.tricks": "Tu carta (? = ayuda):",
    "terminal.hint.prophecy": "Reparte 7 entre 1.º-{last}, por ejemplo {even}",
    "terminal.hint.bid": "Apuesta {size} {size:carta|cartas} ({example}); los palos suman: {worth}",
    "terminal.hint.wait": "Puedes apostar ya, o escribir «wait» para ver antes la apuesta a la vista de {names}.",
    "terminal.hint.reach": (
        "Puedes apostar {reach} de {tricks} {tricks:baza|bazas}; si aciertas, +{bonus} {bonus:punto|puntos}."
    ),
    "terminal.hint.picked": "Elegidas: {cards} = {value} por ahora; {more} por elegir («clear» para empezar de nuevo).",
    "terminal.hint.surrender": "Solo queda el Chamán, que no puede salir: responde 1 para ceder la salida (PR-13).",
    "terminal.hint.lead": "Sales tú: cualquier carta menos el Chamán",
    "terminal.hint.wins": "{true} = ganaría la baza tal como está",
    "terminal.hint.places": "{arrow} puesto tal como está la baza; {true} = ahí espera una ficha tuya",
    "terminal.hint.places.seven-prophecies-2017": (
        "{arrow} puesto tal como está la baza; {true} = ahí espera un cubo tuyo"
    ),
    "terminal.rules.seven-prophecies.prophecy": (
        "Profecías:\n"
        "- Predice cuántas veces ocupas cada puesto: reparte las 7 fichas (SP2-4).\n"
        "- Nadie la ve hasta que todos han elegido; luego es fija y pública (SP1-6).\n"
        "- La fila da el palo de salida de cada baza. Sus cartas ganan a las demás;\n"
        "  luego gana el número más alto, sea cual sea el palo (SP1-8).\n"
        "- Si tu puesto aún tiene una ficha, se cumple una. La ronda acaba cuando\n"
        "  alguien cumple las siete, o tras la baza 10 (SP2-6).\n"
        "- Las siete en la baza 7, 8, 9, 10 dan 5, 3, 2, 1 puntos; antes de la baza 10,\n"
        "  de los demás, 1 para quien deje menos fichas sin cumplir (SP2-7)."
    ),
    "terminal.rules.seven-prophecies.tricks": (
        "Bazas:\n"
        "- Juega una carta del palo de salida, el marcado en la fila, si la tienes;\n"
        "  quien sale también. Si no, juega lo que quieras (SP1-7).\n"
        "- El palo de salida gana a los demás; luego, el número más alto, sea cual sea el\n"
        "  palo. A igual número fuera de palo, gana la carta posterior (SP1-8).\n"
        "- Si tu puesto aún tiene una ficha tuya, se cumple una ({true}) (SP1-9).\n"
        "- El 1.º sale en la siguiente (SP1-10). La ronda acaba cuando alguien cumple las\n"
        "  siete, o tras la baza 10 (SP2-6): 5, 3, 2, 1 puntos en la baza 7, 8, 9, 10;\n"
        "  antes de la 10, de los demás, 1 para quien deje menos fichas (SP2-7).\n"
        "- La partida acaba con 7 puntos, o tras una ronda por jugador (SP2-9)."
    ),
    "terminal.rules.seven-prophecies-2017.prophecy": (
        "Profecías:\n"
        "- Predice cuántas veces ocupas cada puesto: reparte los 7 cubos (SP1-6).\n"
        "- Nadie la ve hasta que todos han elegido; luego es fija y pública.\n"
        "- La fila da el palo de salida de cada baza; sus números no cuentan, pero sus\n"
        "  cartas no están en ninguna mano (SP1-5).\n"
        "- El palo de salida gana a los demás; luego, el número más alto (SP1-8).\n"
        "- La ronda acaba cuando alguien cumple los siete, o tras la baza 10 (SP1-11)."
    ),
    "terminal.rules.seven-prophecies-2017.tricks": (
        "Bazas:\n"
        "- Juega una carta del palo de salida, el marcado en la fila, si la tienes;\n"
        "  quien sale también. Si no, juega lo que quieras (SP1-7).\n"
        "- El palo de salida gana a los demás; luego, el número más alto, sea cual sea el\n"
        "  palo. A igual número fuera de palo, gana la carta posterior (SP1-8).\n"
        "- Si tu puesto aún tiene un cubo tuyo, se cumple uno ({true}) (SP1-9).\n"
        "- El 1.º sale en la siguiente (SP1-10). La ronda acaba cuando alguien cumple los\n"
        "  siete, o tras la baza 10 (SP1-11)."
    ),
    "terminal.rules.seven-prophecies-2017.standard": (
        "- Los siete cumplidos: 2 puntos. Si no, pierdes un punto por cada cubo que quede\n"
        "  salvo uno (SP1-12). Tantas rondas como jugadores (SP1-15)."
    ),
    "terminal.rules.seven-prophecies-2017.first-to-two": (
        "- Variante first-to-two: sin puntos; gana quien cumpla todo dos veces (SP1-16)."
    ),
    "terminal.rules.seven-prophecies-2017.single-round": (
        "- Variante single-round: gana quien más profecías cumpla; si varios cumplen\n"
        "  siete, el puesto más cercano al último en la última baza (SP1-17)."
    ),
    "terminal.rules.prophecy.bid": (
        "Apuestas:\n"
        "- Aparta cartas de tu mano; sus palos suman las bazas que ganarás: Sol 0,\n"
        "  Lanza 1, Víbora 2, Águila 3. Los números no cuentan, los Especialistas no se\n"
        "  apuestan y las cartas apostadas no se juegan en esta ronda (PR-4).\n"
        "- Cada baza ganada es un punto; acertar la apuesta da un premio (PR-15).\n"
        "- Entre la primera y la última ronda, con 3 o más: la mejor puntuación apuesta\n"
        "  primero y boca arriba (PR-5). Las demás siguen ocultas hasta contar (PR-16)."
    ),
    "terminal.rules.prophecy.early-bids": ("- Puedes apostar boca abajo antes de ver las apuestas, o esperar (PR-22)."),
    "terminal.rules.prophecy.wheel": "- El orden de triunfos es supuesto; --option wheel=... pone el tuyo (PR-20).",
    "terminal.rules.prophecy.tricks": (
        "Bazas:\n"
        "- Sigue el palo de salida si lo tienes, o juega un Especialista; si no, juega\n"
        "  lo que quieras (PR-9). Con el Chamán no se sale (PR-7).\n"
        "- Gana el triunfo más alto, luego el Mono, luego la carta más alta del palo de\n"
        "  salida (PR-12). Quien gana sale en la siguiente (PR-6).\n"
        "- Un punto por baza, y un premio si ganas justo las que apostaste (PR-15)."
    ),
    "terminal.rules.prophecy.specialists": (
        "- Jaguar: el triunfo más alto. Mono: gana a todo menos al triunfo. Lagarto: lo\n"
        "  más bajo del palo (PR-10). Chamán: medio punto sobre la carta previa (PR-11).\n"
        "- De salida, el Jaguar pide triunfo; el Lagarto, un palo que nombras (Lizard:S);\n"
        "  el Mono, uno que no sea triunfo (Monkey:V) (PR-8).\n"
        "- Si te toca salir y solo queda el Chamán, cede: sin puntos esta ronda (PR-13)."
    ),
    "terminal.rules.prophecy.specialists-no-trump": (
        "- Jaguar: el único triunfo. Mono: gana a todo menos al Jaguar. Lagarto: lo más\n"
        "  bajo del palo (PR-10). Chamán: medio punto sobre la carta previa (PR-11).\n"
        "- De salida, el Jaguar no fija palo: los demás juegan lo que quieran; el Mono y\n"
        "  el Lagarto piden el palo que nombres (Monkey:V) (PR-19).\n"
        "- Si te toca salir y solo queda el Chamán, cede: sin puntos esta ronda (PR-13)."
    ),
    "terminal.rules.prophecy.short": "- Variante corta: cinco rondas; en la quinta solo el Jaguar es triunfo (PR-18).",
    "terminal.commands.prophecy": "Responde con {split}, o {digits}, o el número de un reparto mostrado.",
    "terminal.commands.bid": "Responde con S3+V4+E9, o con números de carta como 2 5 9; «clear» las quita.",
    "terminal.commands.tricks": "Responde con una carta como {example}, o con su número.",
    "terminal.legend.seven": (
        "Tablero: fichas por cumplir por puesto y asiento (A, B, ...), luego las cartas:\n"
        "{example}{true}A es {example} del asiento A con su ficha encima."
    ),
    "terminal.legend.seven.seven-prophecies-2017": (
        "Tablero: cubos por cumplir por puesto y asiento (A, B, ...), luego las cartas:\n"
        "{example}{true}A es {example} del asiento A con su cubo encima."
    ),
    "terminal.commands": "Órdenes: hint (pista), undo (deshacer), history (cartas), quit (se guarda), ?",
    "terminal.show.count": "{file} contiene {count} {count:partida|partidas}; esta es la número {line} (--line elige).",
    "terminal.show.prompt": "Enter=baza a=acción b=atrás r=ronda g N s QUIÉN|all w=y si q=salir [{at}/{last}]:",
    "terminal.show.help": (
        "responde con Enter (baza siguiente), a (acción siguiente), b (atrás), r (ronda siguiente), g y una ronda, s "
        "y un asiento (nombre, letra o número) o all, w y un asiento (seguir desde aquí contra bots), o q"
    ),
    "terminal.show.dealt": "Ronda {round}: cartas repartidas.",
    "terminal.show.took": "{name}: {action}",
    "terminal.show.unfinished": "El registro acaba aquí: la partida está sin terminar.",
    "terminal.show.start": "El registro no tiene reparto: no hay nada que mostrar.",
    "no.terminal-empty": "no has escrito nada: responde con un número o en notación, o ? para ver la ayuda",
    "no.terminal-unknown": "«{text}» no es ni una carta ni una orden: ? muestra qué puedes responder",
    "no.terminal-number": "aquí no hay número {found}: elige de 1 a {last}",
    "no.terminal-split": "una profecía tiene {places} números, uno por puesto: escribe por ejemplo 2-1-1-3",
    "no.terminal-bots-count": (
        "{found} {found:bot no llena|bots no llenan} {others} {others:asiento más|asientos más}: da uno por asiento, "
        "o uno para todos"
    ),
    "no.terminal-nothing-to-resume": "no hay ninguna partida sin terminar: empieza una con {program} play",
    "no.terminal-no-directory": "no se puede escribir {file}: su carpeta no existe",
    "no.terminal-no-file": "no hay archivo {file}: da la ruta de un registro",
    "no.terminal-no-seat": "no hay asiento «{found}»: elige entre {names}, o de 0 a {last}",
    "no.terminal-no-line": "el archivo no tiene partida {found}: elige de 1 a {last}",
    # the page of a simulation
    "report.title": "{games}: {matches} {matches:partida|partidas} de cada",
    "report.title-one": "{games}: {matches} {matches:partida|partidas}",
    "report.intro": (
        "Qué pasa cuando juegan bots: {rounds} {rounds:ronda|rondas}, semilla {seed}. Todas las cifras salen de las "
        "filas de cada asiento y ronda."
    ),
    "report.intro-fast": (
        "Qué pasa cuando juegan bots: {rounds} {rounds:ronda|rondas}, semilla {seed}, con núcleos compilados. Todas "
        "las cifras salen de las filas de cada asiento y ronda."
    ),
    "report.contents": "Contenido",
    "report.game": "{game}, {players} jugadores",
    "report.figures": "cifras",
    "report.seat": "asiento",
    "report.seat-bot": "{number} · {bot}",
    "report.bot": "bot",
    "report.mean": "media",
    "report.least": "5%",
    "report.median": "mediana",
    "report.most": "95%",
    "report.count": "número",
    "report.share": "parte",
    "report.total": "todas",
    # at a glance
    "report.glance": "De un vistazo",
    "report.glance-lead": "Las cifras que cambian primero cuando cambian las reglas.",
    "report.glance-matches": "partidas",
    "report.glance-rounds": "rondas",
    "report.glance-length": "rondas por partida",
    "report.glance-tricks": "bazas por ronda",
    "report.glance-decisions": "decisiones por partida y asiento",
    "report.glance-score": "puntuación final de un asiento",
    "report.glance-fulfilled": "profecías cumplidas",
    "report.glance-nobody": "rondas en las que nadie cumple",
    "report.glance-first": "partidas ganadas por quien salió primero",
    "report.glance-fair": "lo mismo si los asientos fueran iguales",
    "report.glance-tied": "partidas con empate a puntos",
    "report.glance-shared": "victorias compartidas",
    "report.glance-chart": "Profecías cumplidas, por juego",
    "report.glance-chart-text": "Para cada juego, la parte de profecías que se cumplieron, con su intervalo.",
    # scores
    "report.scores": "Puntuaciones finales",
    "report.scores-lead": "Cómo acaban las partidas para cada asiento. La línea de cada fila es la media.",
    "report.scores-chart": "Puntuaciones finales por asiento",
    "report.scores-chart-text": (
        "Para cada asiento, con qué frecuencia aparece cada puntuación final; medias de {low} a {high}."
    ),
    "report.scores-axis": "puntuación al final de una partida",
    "report.wins": "partidas ganadas",
    # start
    "report.starts": "¿Ayuda salir primero?",
    "report.starts-lead": (
        "Asientos contados desde el que sale en la primera baza de una ronda. La línea discontinua es lo que tendrían "
        "asientos iguales; un intervalo que no la toca muestra una ventaja o una desventaja."
    ),
    "report.starts-chart": "Puntos por ronda, por asientos a la izquierda de la primera salida",
    "report.starts-chart-text": (
        "Media de puntos por ronda según la distancia a la primera salida, con intervalos del 95%; la mayor "
        "diferencia es de {gap} {gap:punto|puntos}."
    ),
    "report.starts-axis": "puntos por ronda",
    "report.starts-match-chart": "Partidas ganadas, por asientos a la izquierda de la primera salida de la ronda 1",
    "report.starts-match-chart-text": (
        "Parte de partidas ganadas según la distancia al asiento que salió en la primera baza de todas, con "
        "intervalos del 95%."
    ),
    "report.starts-match-axis": "parte de las partidas",
    "report.first": "primera salida",
    "report.away": "{number} a la izquierda",
    "report.start": "asiento",
    "report.points": "puntos por ronda",
    "report.rounds-won": "rondas ganadas",
    "report.fulfilled": "cumplidas",
    # prophecies
    "report.prophecies": "Cuándo se cumplen las profecías",
    "report.prophecies-lead": (
        "Una ronda de Seven Prophecies acaba con la baza en la que el primer asiento cumple las siete."
    ),
    "report.bids": "Lo exactas que son las apuestas",
    "report.bids-lead": "En Prophecy una apuesta se acierta cuando se ganan tantas bazas como se apostaron.",
    "report.both-lead": (
        "Una ronda de Seven Prophecies acaba con la baza en la que el primer asiento cumple las siete; en Prophecy "
        "una apuesta se acierta cuando se ganan tantas bazas como se apostaron."
    ),
    "report.tricks-chart": "Profecías que se cumplieron, por baza",
    "report.tricks-chart-text": (
        "Parte de todas las profecías, una por asiento y ronda, que se cumplieron en cada baza; en total, {share}."
    ),
    "report.tricks-axis": "baza en la que acabó la ronda",
    "report.tricks-up": "de todas las profecías",
    "report.trick": "baza",
    "report.rounds-ended": "rondas acabadas",
    "report.came-true": "se cumplieron",
    "report.none-true": "10, nadie",
    "report.left-chart": "Fichas sin cumplir al final de una ronda",
    "report.left-chart-text": (
        "Parte de asientos y rondas según las fichas que quedaron; si no queda ninguna, la profecía se cumplió."
    ),
    "report.left-axis": "fichas que quedan",
    "report.left-up": "de asientos y rondas",
    "report.missed-chart": "Bazas ganadas menos bazas apostadas",
    "report.missed-chart-text": (
        "Parte de asientos y rondas según las bazas ganadas menos la apuesta; cero es una apuesta acertada, {share} "
        "del total."
    ),
    "report.missed-axis": "bazas ganadas menos apuesta",
    "report.apart": "ganadas menos apuesta",
    "report.seats-fulfilled": "Asientos que cumplen en la misma ronda",
    "report.seats": "asientos",
    "report.of-rounds": "de las rondas",
    # choices
    "report.choices": "Qué profecías se eligen y cómo les va",
    "report.choices-lead": (
        "Con qué frecuencia se hace cada profecía y con qué frecuencia se cumple. Una forma es un reparto con sus "
        "puestos en cualquier orden: 3-2-1-1 vale por 1-3-1-2 y todas las parecidas."
    ),
    "report.choices-lead-bids": "Con qué frecuencia se apuesta cada número y con qué frecuencia se acierta.",
    "report.shapes-chart": "Formas de reparto: elegidas y cumplidas",
    "report.shapes-chart-text": (
        "Para cada forma de reparto, su parte de todas las profecías y las que de ellas se cumplieron, con su "
        "intervalo; la mejor es {best}."
    ),
    "report.bids-chart": "Apuestas: elegidas y acertadas",
    "report.bids-chart-text": (
        "Para cada apuesta, su parte de todas las apuestas y las que de ellas se acertaron, con su intervalo; la "
        "mejor es {best}."
    ),
    "report.chosen": "elegidas",
    "report.then-fulfilled": "de ellas, cumplidas",
    "report.shape": "forma",
    "report.bid": "apuesta",
    "report.split": "reparto",
    "report.best-splits": "Los diez repartos que más se cumplen, entre los elegidos al menos {least} {least:vez|veces}",
    "report.all-splits": "Todos los repartos elegidos ({count})",
    # lengths
    "report.lengths": "Duración de las partidas",
    "report.lengths-lead": "Rondas hasta que acaba una partida.",
    "report.lengths-chart": "Rondas en una partida",
    "report.lengths-chart-text": "Parte de las partidas según su número de rondas; la media es {mean}.",
    "report.lengths-axis": "rondas",
    "report.lengths-up": "de las partidas",
    "report.lengths-more": "{number} o más",
    # decisions
    "report.decisions": "Decisiones",
    "report.decisions-lead": "Una decisión es una profecía, una apuesta o una carta con más de una opción permitida.",
    "report.decisions-chart": "Decisiones en una partida, todos los asientos juntos",
    "report.decisions-chart-text": "Con qué frecuencia tiene una partida tantas decisiones; la media es {mean}.",
    "report.decisions-axis": "decisiones en una partida",
    "report.per-match": "por partida",
    "report.per-seat": "por partida y asiento",
    "report.per-round": "por ronda y asiento",
    "report.decisions-row": "decisiones",
    "report.actions-row": "acciones, con las obligadas",
    "report.forced": "obligadas",
    # ties
    "report.ties": "Empates y cómo se deshacen",
    "report.ties-lead": "Partidas según cómo se decidió quién ganó.",
    "report.ties-chart": "Cómo se deciden las partidas",
    "report.ties-chart-text": "Parte de las partidas ganadas en solitario, decididas por el desempate o compartidas.",
    "report.ties-up": "de las partidas",
    "report.tie.outright": "en solitario",
    "report.tie.broken": "empate, resuelto",
    "report.tie.partly": "empate, en parte",
    "report.tie.shared": "empate, compartida",
    "report.tie-text.outright": "un asiento tuvo la puntuación más alta",
    "report.tie-text.broken": "empate; el desempate dio un solo ganador",
    "report.tie-text.partly": "empate; el desempate dejó varios",
    "report.tie-text.shared": "empate; todos comparten la victoria",
    "report.rule.fewest_on_edges": (
        "Desempate ({clause}): menos fichas puestas en el primer y el último puesto en la ronda final; si no, se "
        "comparte."
    ),
    "report.rule.shared": "Desempate ({clause}): ninguno, los asientos empatados comparten la victoria.",
    "report.rule.nearest_to_last": (
        "Desempate ({clause}): entre los asientos que cumplieron los siete, el puesto más cercano al último en la "
        "última baza; por debajo de siete, se comparte."
    ),
    "report.rule.rounds_fulfilled": "Desempate ({clause}): más rondas cumplidas; si no, se comparte.",
    # how
    "report.how": "Cómo se hacen estas cifras",
    "report.how-text": (
        "± y las barras con topes son intervalos del 95%. Las medias por asiento son cocientes sobre partidas, con la "
        "dispersión entre partidas (las rondas de una partida no son independientes); las partes de profecías y "
        "partidas llevan el intervalo de Wilson. Una ronda cuenta para los asientos con más puntos en ella, a partes "
        "iguales; para todos si nadie puntuó."
    ),
    "report.how-seed": "La misma orden da la misma página, byte a byte. Hecha con Foretold {version}.",
    # refusals of simulate, arena and their files
    "no.against-form": (
        "«{text}» no es un juego con el que comparar: escribe GAME, GAME:VARIANT o GAME:key=value, por ejemplo "
        "prophecy:short"
    ),
    "no.fast-bots": "--fast juega por random o greedy en todos los asientos: da --bots random o --bots greedy",
    "no.parquet-missing": "Parquet necesita pyarrow: pip install foretold[parquet]",
    "no.dask-missing": "--dask necesita Dask: pip install foretold[dask]",
    "no.dask-or-jobs": "--jobs arranca procesos aquí, --dask usa los de un clúster: da uno de los dos",
    "no.dask-address": "«{address}» no es la dirección de un planificador: escribe por ejemplo tcp://10.0.0.5:8786",
    "no.dask-unreachable": "no hay planificador de Dask en {address}: {why}",
    "no.dask-no-workers": "el planificador de {address} no tiene procesos: arranca uno con dask worker {address}",
    "no.dask-workers-unfit": (
        "los procesos de {address} no pueden jugar: instala allí la misma versión de Foretold ({why})"
    ),
    "no.dask-lost": "se perdió el clúster de {address} ({why}): arráncalo y prueba otra vez",
    "no.workers-killed": "los procesos mueren una y otra vez ({why}): ¿hay bastante memoria?",
    "no.simulate-no-simulation": "{file} no es un archivo de simulación: elige otro nombre con --out",
    "no.simulate-other-plan": (
        "{file} contiene otra simulación ({key}: {found} allí, {wanted} aquí): da otro nombre con --out"
    ),
    "no.simulate-bad-batch": "{file} está dañado en el lote de la partida {match}: bórralo, o elige otro --out",
    "simulate.kept": (
        "{matches} {matches:partida guardada|partidas guardadas} en {file}. Para seguir: la misma orden con --resume"
    ),
    # challenges: the same match for everybody
    "no.challenge-once": "esta mesa es para una sola partida: los demás también juegan estas cartas una sola vez",
    "no.challenge-alone": "nadie más puede jugar este asiento: la partida espera a su jugador",
    "no.challenge-counts": "esta partida cuenta, así que no puedes deshacer nada; en un intento posterior sí",
    # evenings
    "no.no-such-evening": "esta noche de torneo no existe o acabó hace mucho",
    "no.evening-over": "esta noche de torneo ha terminado",
    "no.evening-full": "ya hay {limit} personas aquí, que es el límite",
    "no.evening-too-late": "se está jugando la última ronda: ya es tarde para unirse",
    "no.evening-not-over": "esta noche de torneo aún no ha terminado",
    "no.evening-too-few": "una ronda necesita al menos {limit} personas",
    "no.evening-seats": "en un torneo los asientos no cambian de manos: otros juegan las mismas cartas",
    "no.not-at-evening": "no te has unido a esta noche de torneo",
    "no.no-such-member": "nadie tiene aquí ese número",
    "no.round-running": "otros aún juegan estas cartas: espera a que todas las mesas acaben la ronda",
    "no.too-many-evenings": "ya hay demasiadas noches de torneo: termina antes una",
    "no.too-many-evenings-here": "hay demasiadas noches de torneo abiertas desde tu red: termina una o espera",
    "no.too-many-evenings-open": "este servidor tiene todas las noches de torneo que puede llevar: prueba más tarde",
    # groups
    "no.no-such-group": "este grupo no existe, o no eres miembro: pide a un miembro el enlace de invitación",
    "no.no-such-invitation": "esta invitación ya no vale: pide a un miembro el enlace actual",
    "no.no-such-group-member": "esta persona ya no es miembro",
    "no.not-group-owner": "solo el responsable del grupo puede hacer esto",
    "no.too-many-groups": "ya estás en {limit} grupos: deja antes uno",
    "no.group-full": "este grupo tiene {limit} miembros, que es el límite",
    "no.group-name": "da un nombre al grupo",
    "no.no-such-start": "esta velada ya pasó o cambió de fecha: mira las fechas actuales",
    "no.no-schedule": "este grupo no tiene veladas previstas",
    "no.no-hook": "este grupo no tiene webhook de chat: pon antes uno",
    "no.not-callable": "no se puede llamar a esta persona: no lo permite, o ya la llamaron en la última hora",
    "no.nobody-callable": "ahora no se puede llamar a nadie: no lo permiten, o ya los llamaron en la última hora",
    "no.called-already": "alguien ha llamado a esta persona en la última hora",
    "no.no-such-companion": "no has jugado con esta persona",
    "call.call": "{name} quiere jugar contigo",
    "call.call-group": "{group}: {name} quiere jugar",
    "post.opened": "{group}: mesa de {game} abierta por {names}. Asientos libres: {free}.",
    "post.full": "{group}: la mesa de {game} está llena.",
    "post.turn": "{group}: {names}, te toca en {game}.",
    "post.result": "{group}: {game}, victoria de {names} ({scores}).",
    "post.call": "{group}: {called}, {names} quiere jugar.",
    "post.test": "{group}: este chat recibe ahora noticias de Foretold.",
    # people
    "no.no-such-words": "esas palabras no coinciden: sirven una vez, durante diez minutos",
    "no.no-such-device": "no existe ese dispositivo, o es este",
    "no.too-many-devices": "ya tienes {limit} dispositivos: quita antes uno",
    "call.turn": "{table}: te toca",
    "call.friend": "Un amigo ha jugado tus cartas",
    "call.opened": "{name} ha abierto una mesa de {game}: {seats} {seats:asiento libre|asientos libres}",
    "no.serve-hosts": "{name} es «{found}»: da nombres como chat.example.org,*.push.example.org, o none",
    "no.serve-contact": "{name} es «{found}»: da una dirección como mailto:somebody@example.org o https://example.org",
    "no.no-such-listener": "allí no van avisos",
    "no.not-called": "este servidor no envía avisos allí: {found}",
    "no.too-many-listeners": "ya recibes avisos en {limit} sitios: quita antes uno",
    "no.challenge-no-kernels": "los bots no pueden jugar esto aquí: su código no se puede compilar en este equipo",
    "no.no-such-day": "no hay partida del día para esa fecha: elige hoy o un día anterior",
    "no.match-sealed": "otros aún juegan estas cartas: vuelve cuando acabe el día",
    "no.challenge-of-what-if": "un «¿y si…?» no tiene semilla: desafía con la partida misma",
    "no.no-such-challenge": "este desafío no existe: pide otra vez su enlace",
    "no.challenge-ended": "este desafío ha terminado: crea otro",
    "no.too-many-challenges": "demasiados desafíos a la vez: espera un minuto",
    "no.too-many-comparisons": "los bots están ocupados con otras partidas: pregunta más tarde",
    "no.comparison-of-people": (
        "los bots solo pueden jugar tus cartas tras una partida contra bots que jugaste hasta el final"
    ),
    "terminal.daily.promised": "{day}: las cartas están fijadas. SHA-256 de su secreto: {commitment}",
    "terminal.daily.there": (
        "{played} {played:persona la ha|personas la han} jugado. Todos los resultados, y sus cartas cuando acabe el "
        "día: {page}"
    ),
    "terminal.daily.holds": "{day}: el secreto es el prometido.",
    "terminal.daily.preparing": "Los bots se están preparando. La primera vez tarda un minuto.",
    "terminal.daily.result": "{points} {points:punto|puntos}",
    "terminal.daily.won": "{points} {points:punto|puntos}, ganada",
    "no.daily-broken": "el secreto de {day} no es el prometido",
    "no.daily-unreachable": "no se puede obtener la partida del día de {server}: {why}",
    # ratings
    "no.no-ladder": "este servidor no tiene ranking de ese juego",
    "ratings.again": "Recalculado: {matches} {matches:partida|partidas}, {ratings} {ratings:rating|ratings}.",
    "ratings.same": "Nada ha cambiado.",
    "ratings.changed": "{count} {count:rating ha|ratings han} cambiado.",
    # the daily match of a server
    "terminal.daily.left": "La partida te espera allí: ejecuta la misma orden para seguir.",
    "terminal.daily.rank": "Tu resultado: {points} {points:punto|puntos}; {better} de otros {others} tienen menos.",
}
