"""Français : le jeu tutoie."""

NAME = "Français"
FORMS = ("one", "other")
DECIMAL = ","


def form(number: str) -> str:
    """Which of the forms goes with a number as it is written: 0, 1 and 1,5 are singular, 2 and 1,234 plural."""
    whole, _, decimals = number.lstrip("-+−").replace(",", ".").partition(".")
    return "one" if whole in ("0", "1") and len(decimals) != 3 else "other"


PHRASES: dict[str, str] = {
    # small parts
    "join": ", ",
    "seat": "siège {number}",
    "where.line": "ligne {line}",
    "where.event": "événement {event}",
    "type.text": "un texte",
    "type.texts": "une liste de textes",
    "type.integer": "un nombre entier",
    "type.integers": "une liste de nombres entiers",
    "type.object": "un objet",
    "type.list": "une liste",
    "type.seats": "une liste avec un objet par siège",
    "type.json": "du JSON simple",
    # titles and their variants
    "title.seven-prophecies": "Seven Prophecies",
    "title.seven-prophecies-2017": "Seven Prophecies, première édition",
    "title.prophecy": "Prophétie",
    "variant.seven-prophecies-2017.first-to-two": "premier à deux",
    "variant.seven-prophecies-2017.single-round": "une seule manche",
    "variant.prophecy.short": "courte",
    # suits
    "suit.seven-prophecies.B": "Balai",
    "suit.seven-prophecies.M": "Champignon",
    "suit.seven-prophecies.P": "Potion",
    "suit.seven-prophecies.S": "Grimoire",
    "suit.seven-prophecies-2017.S": "Étoile",
    "suit.seven-prophecies-2017.M": "Lune",
    "suit.seven-prophecies-2017.E": "Œil",
    "suit.seven-prophecies-2017.R": "Sceptre",
    "suit.prophecy.S": "Soleil",
    "suit.prophecy.P": "Lance",
    "suit.prophecy.V": "Vipère",
    "suit.prophecy.E": "Aigle",
    "specialist.Jaguar": "Jaguar",
    "specialist.Monkey": "Singe",
    "specialist.Shaman": "Chaman",
    "specialist.Lizard": "Lézard",
    # a view as text, for language models and people (docs/adapters.md: the form is stable)
    "text.line": "{label} : {value}",
    "text.game": "{title} ({name}), {players} joueurs",
    "text.seat": "siège {seat}",
    "text.you": "siège {seat} (toi)",
    "text.spectator": "spectateur",
    "text.none": "rien",
    "text.met": " accompli",
    "text.token": " jeton",
    "text.place": " #{place}",
    "text.takes": " le remporte",
    "text.chosen": "choisi (caché)",
    "text.not-chosen": "pas encore choisi",
    "text.nothing-played": "rien de joué encore",
    "text.any-bid": (
        "{size} cartes de couleur quelconques de la main, dans l’ordre du paquet, reliées par +, comme {example}"
    ),
    "text.phase.deal": "en attente de la donne",
    "text.phase.prophecy": "prophéties",
    "text.phase.bid": "annonces",
    "text.phase.tricks": "plis",
    "text.phase.over": "la partie est finie",
    "text.label.game": "Jeu",
    "text.label.options": "Options",
    "text.label.suits": "Couleurs",
    "text.label.seat": "Vu par",
    "text.label.round": "Manche",
    "text.label.phase": "Phase",
    "text.label.scores": "Scores",
    "text.label.last-round": "Points de la dernière manche",
    "text.label.future": "Rangée du futur (couleur demandée à chaque pli)",
    "text.label.open": "De côté, face visible",
    "text.label.starter": "Entame le premier pli",
    "text.label.prophecies": "Prophéties (jetons par place, à partir de la 1re)",
    "text.label.left": "Jetons restants",
    "text.label.trick": "Pli {number} (demandée : {lead})",
    "text.label.trick-now": "Pli {number}, en cours (demandée : {lead})",
    "text.label.winning": "Remporte le pli pour l’instant",
    "text.label.wheel": "Atout par manche",
    "text.label.trump": "Atout",
    "text.label.dealer": "Donneur",
    "text.label.open-bidders": "Annoncent d’abord, à découvert",
    "text.label.bids": "Annonces",
    "text.label.won": "Plis faits",
    "text.label.voids": "N’a aucune carte de",
    "text.label.unseen": "Cartes non vues",
    "text.label.hand": "Main",
    "text.label.to-act": "Doit agir",
    "text.label.winners": "Gagné par",
    "text.label.legal": "Actions permises ({count})",
    # loading a game, a bot
    "no.unknown-game": "aucun jeu ne s’appelle « {found} » : choisis parmi {known}",
    "no.player-count": "ce jeu ne se joue pas à {found} : il faut {players} joueurs",
    "no.no-such-option": "il n’y a pas d’option « {option} » : ce jeu a {known}",
    "no.wheel-letters": (
        "« {found} » n’est pas une roue des atouts : utilise {count} lettres parmi {letters}, par exemple {example}"
    ),
    "no.wheel-each-once": (
        "« {found} » n’est pas une roue des atouts : utilise {letters}, chacune une fois, par exemple {example}"
    ),
    "no.option-not-for-agents": (
        "les environnements ne jouent pas avec l’option {option} : ils interrogent un agent après l’autre"
    ),
    "no.option-value": "« {found} » n’est pas une valeur de l’option {option} : choisis parmi {choices}",
    "no.seed": "une graine est un nombre entier de 0 à 2^64-1, ou 32 octets",
    "no.no-such-seat": "il n’y a pas de siège {found} : les sièges vont de 0 à {last}",
    "no.wrong-names": "il faut {players} noms, un texte par siège",
    "no.unknown-bot": "aucun bot ne s’appelle « {found} » : choisis parmi {known}",
    "no.cheat": "le bot « cheat » voit toutes les mains, il ne joue donc que dans l’arène",
    "no.bot-setting": "le bot « {bot} » n’accepte pas ces réglages : {found}",
    # notation
    "no.unreadable": "« {text} » n’est pas une action de ce jeu : écris par exemple {example}",
    "no.no-prophecies-here": "« {text} » est une prophétie, mais ce jeu a des annonces : écris par exemple S3+V4+E9",
    "no.bid-order": "« {text} » n’est pas dans l’ordre du paquet : écris {right}",
    # illegal actions
    "no.match-over": "la partie est finie : plus rien ne peut être joué",
    "no.wait-for-deal": "les cartes ne sont pas encore distribuées : attends la donne",
    "no.not-your-turn": "ce n’est pas à toi : attends {seats}",
    "no.open-bids-first": "le plus haut score annonce d’abord, à découvert : attends {seats}",
    "no.prophecy-stands": "tu as déjà fait ta prophétie : attends les autres",
    "no.bid-stands": "tu as déjà fait ton annonce : attends les autres",
    "no.prophecy-first": "fais d’abord ta prophétie : répartis sept jetons sur les places, par exemple 2-1-1-3",
    "no.prophecy-first.seven-prophecies-2017": (
        "fais d’abord ta prophétie : répartis sept cubes sur les places, par exemple 2-1-1-3"
    ),
    "no.bid-first": "fais d’abord ton annonce : des cartes reliées par +, par exemple S3+V4+E9",
    "no.prophecy-is-over": "toutes les prophéties sont faites : joue une carte",
    "no.bid-is-over": "toutes les annonces sont faites : joue une carte",
    "no.not-in-hand": "tu n’as pas {card} : choisis une carte de ta main",
    "no.must-follow": "tu as des cartes {suit} : tu dois fournir à {suit}",
    "no.must-follow-or-specialist": "tu as des cartes {suit} : fournis à {suit} ou joue un Spécialiste",
    "no.wrong-places": (
        "cela répartit sur {found} {found:place|places} : donne les jetons de {places} places, zéros compris"
    ),
    "no.wrong-places.seven-prophecies-2017": (
        "cela répartit sur {found} {found:place|places} : donne les cubes de {places} places, zéros compris"
    ),
    "no.not-seven": "cela pose {found} {found:jeton|jetons} : pose les {tokens}",
    "no.not-seven.seven-prophecies-2017": "cela pose {found} {found:cube|cubes} : pose les {tokens}",
    "no.no-specialist-in-bid": (
        "impossible d’annoncer avec ce Spécialiste ({specialist}) : n’annonce qu’avec des cartes de couleur"
    ),
    "no.bid-size": "cette annonce a {found} {found:carte|cartes} : il en faut {size}",
    "no.shaman-leads": "on ne peut pas entamer le Chaman : entame n’importe quelle autre carte",
    "no.must-surrender": "on ne peut pas entamer le Chaman et tu n’as rien d’autre : renonce à l’entame",
    "no.no-surrender": "tu ne peux renoncer que si tu dois entamer et n’as que le Chaman : joue une carte",
    "no.name-a-suit": "en entamant ce Spécialiste ({specialist}), nomme une couleur : écris par exemple {example}",
    "no.monkey-names-trump": "le Singe ne peut pas nommer l’atout, {trump} : nomme une autre couleur",
    "no.suit-is-led": "une couleur est déjà demandée : joue ce Spécialiste ({specialist}) sans en nommer",
    # numbered actions and environments
    "no.action-number": "« {found} » n’est pas un numéro d’action : utilise un nombre entier de 0 à {last}",
    "no.batch-size": "« {found} » n’est pas une taille de lot : utilise un nombre entier à partir de 1",
    "no.batch-numbers": "{option} demande {size} nombres entiers, un par environnement (graines de 0 à 2⁶⁴ − 1)",
    "no.batch-buffer": (
        "le tampon {option} doit être un tableau contigu et modifiable de forme {shape} et de type {type}"
    ),
    "no.opponents-count": (
        "à {players} joueurs, il faut {wanted} adversaires, un pour chaque autre siège, et non {found}"
    ),
    "no.bid-ascending": (
        "{size} {size:carte s’annonce|cartes s’annoncent} une à une dans l’ordre du paquet : choisis une carte plus "
        "loin, avec assez d’autres derrière"
    ),
    "no.no-match-yet": "il n’y a pas encore de partie : appelle d’abord reset",
    "no.dead-step": "cet épisode est fini : appelle step avec None, ou reset",
    "no.no-such-agent": "il n’y a pas d’agent « {found} » : choisis parmi {known}",
    "no.no-render-mode": "pour l’affichage, il faut un render_mode : choisis parmi {choices}",
    # the table server
    "no.table-closed": "cette table est fermée : ouvres-en une autre ou rejoins-en une",
    "no.no-such-table": "cette table n’existe pas : redemande son lien",
    "no.no-such-match": "cette partie n’existe pas ou est privée : demande un lien de partage à un joueur",
    "no.no-such-token": "ce jeton n’ouvre aucun siège à cette table : demandes-en un nouveau à l’hôte",
    "no.no-such-link": "ce lien a déjà servi ou a expiré : demandes-en un nouveau",
    "no.no-such-page": "rien à cette adresse : /api/openapi.json dit ce qu’il y a",
    "no.no-such-method": "cette adresse n’accepte pas cette méthode : voir /api/openapi.json",
    "no.no-such-language": "il n’y a pas de langue « {found} » : choisis parmi {known}",
    "no.no-such-phrase": "il n’y a pas de phrase « {found} » : choisis parmi {known}",
    "no.seats-for-people": "{people} personnes sont assises ici, trop pour une table de {players}",
    "no.queue-full": "{limit} personnes attendent déjà un siège",
    "no.no-drop-in": "à cette table, les visiteurs ne peuvent pas remplacer un bot",
    "no.had-seat": "tu as eu un siège dans cette partie ; tu peux jouer la suivante",
    "no.seat-taken": "{seat} est prise : choisis-en une libre",
    "no.not-your-seat": "{seat} n’est pas le tien : agis pour ton propre siège",
    "no.no-such-line": "il n’y a pas de telle ligne de chat écrite par quelqu’un d’autre",
    "no.no-such-reaction": "la réaction « {found} » n’existe pas : choisis parmi {known}",
    "no.not-seated": "tu n’as pas de siège à cette table : prends-en un d’abord",
    "no.nobody-there": "{seat} n’est pas tenue par une personne : choisis-en une qui l’est",
    "no.not-gone": (
        "{seat} n’est pas joué par un remplaçant : on ne peut donner que le siège de quelqu’un qui est parti"
    ),
    "no.seen-cards": "tu as vu les cartes d’un autre siège dans cette partie : {seat} doit aller à quelqu’un d’autre",
    "no.take-back-alone": "tu ne peux reprendre un coup que seul avec des bots : d’autres personnes ont vu le tien",
    "no.nothing-to-take-back": "il n’y a rien à reprendre : tu n’as encore rien décidé dans cette partie",
    "no.hurry-alone": "tu ne peux presser les bots que seul avec eux : d’autres veulent regarder",
    "no.nobody-known": "on ne connaît pas encore ton nom : envoie-le d’abord avec POST /api/me",
    "no.not-host": "seul l’hôte peut faire cela : demande-lui",
    "no.needs-open": "cela ne se fait qu’avant une partie : attends la fin de celle-ci",
    "no.needs-playing": "cela ne se fait que pendant une partie : attends qu’elle commence",
    "no.needs-over": "cela ne se fait qu’après une partie : joue-la jusqu’au bout",
    "no.no-match-running": "aucune partie n’est en cours : attends qu’elle commence",
    "no.days-only": "c’est réservé aux tables en différé",
    "no.plan-in-turn": "c’est à toi : joue directement la carte",
    "no.plan-not-in-hand": "tu ne peux choisir d’avance qu’une carte de ta main",
    "no.no-passkeys-here": "les clés d’accès demandent https et un nom pour le serveur : ajoute la clé là-bas",
    "no.no-such-passkey": (
        "ce serveur ne connaît pas cette clé d’accès : prends-en une autre, ou les six mots d’un de tes appareils"
    ),
    "no.passkey-refused": "cette clé d’accès n’a pas marché, ou c’était trop long : réessaie",
    "no.too-many-passkeys": "tu as {limit} clés d’accès : retires-en une d’abord",
    "no.stale": (
        "c’était pour la décision {found} de ce siège, qui en a déjà pris {made} : regarde à nouveau et choisis"
    ),
    "no.paused": "l’hôte a mis la partie en pause : attends qu’elle reprenne",
    "no.too-late-for-bytes": "tes octets aléatoires ne sont plus utiles : la partie continue sans eux",
    "no.bytes-not-asked": (
        "les octets aléatoires ne sont acceptés qu’une fois tous les engagements reçus : attends qu’on te les demande"
    ),
    "no.bytes-do-not-fit": "ces octets ne correspondent pas à ton engagement : envoie les mêmes 16 octets",
    "no.no-chat": "cette table n’a pas de chat",
    "no.phrases-only": "cette table n’accepte que des phrases prêtes : choisis-en une",
    "no.watchers-silent": "les spectateurs ne peuvent pas écrire à cette table",
    "no.too-many-reactions": "tu peux réagir une fois toutes les cinq secondes",
    "no.too-much-talk": "tu envoies des messages trop vite : attends quelques secondes",
    "no.too-many-applications": "tu demandes des sièges trop vite : attends un peu",
    "no.search-nothing": "choisis au moins un jeu, et en direct ou en différé",
    "no.unknown-zone": "« {found} » n’est pas un fuseau horaire : donne un nom comme Europe/Paris",
    "no.nothing-said": "ce message est vide : écris ou choisis quelque chose",
    "no.no-spectators": "cette table n’a pas de spectateurs : seuls ses joueurs voient la partie",
    "no.seats-of-table": "une table de {players} demande {players} sièges : donne un souhait par siège",
    "no.seat-wish": "« {found} » n’est pas un souhait de siège : écris me, open, external ou bot:NAME",
    "no.nobody-to-play": "personne ne jouerait à cette table : garde un siège pour toi, un ami ou un bot à toi",
    "no.too-many-of-yours": "tu as déjà {limit} tables ouvertes, c’est la limite : fermes-en une d’abord",
    "no.too-many-from-here": "ton réseau a déjà {limit} tables ouvertes, c’est la limite : fermes-en une, ou attends",
    "no.too-many-tables": "ce serveur est complet : réessaie plus tard",
    "no.too-fast": "tu envoies des messages plus vite que ce serveur ne les lit : ralentis",
    "no.too-many-requests": "tu envoies des requêtes plus vite que ce serveur n’y répond : ralentis",
    "no.no-reviews": "ce serveur ne fait pas d’analyses",
    "no.too-much-work": "trop de requêtes de ton réseau attendent déjà : réessaie dans quelques secondes",
    "no.busy": "ce serveur a autant de visiteurs qu’il peut en recevoir : réessaie dans un instant",
    "no.busy-here": "trop de connexions sont ouvertes depuis ton réseau : ferme des pages, ou réessaie plus tard",
    "no.busy-seats": (
        "tu ne faisais que regarder, et quelqu’un de ton réseau qui a un siège avait besoin de la connexion"
    ),
    "no.blocked": "l’exploitant de ce serveur a bloqué ton accès jusqu’au {until}",
    "no.blocked-for-good": "l’exploitant de ce serveur a bloqué ton accès",
    "no.blocked-network": "l’exploitant de ce serveur a bloqué ton réseau jusqu’au {until}",
    "no.blocked-network-for-good": "l’exploitant de ce serveur a bloqué ton réseau",
    "no.muted": "l’exploitant de ce serveur t’a coupé le chat jusqu’au {until}",
    "no.muted-for-good": "l’exploitant de ce serveur t’a coupé le chat",
    "no.removed": "l’exploitant de ce serveur t’a fait quitter la table",
    "no.admin-link": "cette page demande un lien, que l’exploitant du serveur obtient avec : foretold admin link",
    "no.admin-no-link": "ce lien a déjà servi ou a expiré : demandes-en un autre avec foretold admin link",
    "no.admin-reason": "donne une raison : elle figurera au journal",
    "no.admin-text": "un avis demande un texte",
    "no.admin-network": "{found} ne peut pas être bloqué : donne un réseau IPv4 en /24 ou /32, ou IPv6 en /48 ou /64",
    "no.admin-limit": "{limit} est un nombre entier de {least} à {most}",
    "no.no-such-report": "il n’y a ici aucun signalement d’une telle ligne",
    "no.no-such-restriction": "aucune restriction de ce genre n’est en vigueur",
    "no.no-such-announcement": "aucun avis de ce genre n’est affiché",
    "no.no-such-session": "cette session ou ce lien n’existe pas",
    "no.no-such-person": "personne n’est connu ici sous cet identifiant",
    "no.too-many-reviews": "trop d’analyses attendent déjà : redemande plus tard",
    "no.too-many-errors": "trop de messages illisibles sur cette connexion : corrige le client et reconnecte-toi",
    "no.too-slow": "cette connexion ne lit pas ce qu’on lui envoie : reconnecte-toi",
    "no.message-too-long": "ce message est trop long : {limit} octets au plus",
    "no.body-too-large": "c’est trop gros : {limit} octets au plus",
    "no.not-json-type": "cette adresse attend du JSON : envoie l’en-tête Content-Type: application/json",
    "no.bad-message": "ce message est illisible : {found}",
    "no.no-hello": "une connexion commence par un message hello qui nomme la table",
    "no.hello-twice": "cette connexion a déjà dit hello : ouvres-en une autre pour une autre table",
    "no.other-protocol": "ce serveur parle foretold-wire/1 : utilise un client qui le parle aussi",
    "no.other-host": "ce serveur ne s’appelle pas « {found} » : démarre-le avec --names ou --public-url et ce nom",
    "no.other-origin": "cette requête vient de la page d’un autre site : ouvre la page de ce serveur",
    "no.database-away": (
        "le serveur n’atteint pas sa base de données : rien n’est perdu, et la partie continuera dès qu’il le pourra"
    ),
    "no.table-newer": (
        "une version plus récente du serveur tient maintenant cette table : tu y seras connecté dans un instant"
    ),
    "no.restart": "le serveur redémarre : la partie continue dans un instant",
    "no.not-stored": "le serveur n’a pas pu l’enregistrer, donc rien ne s’est passé : réessaie",
    "no.crash": "quelque chose s’est mal passé sur le serveur ; rien n’a changé",
    "no.replay-seat": "« {found} » n’est pas un siège d’où regarder : choisis de 0 à {last}, all ou spectator",
    "no.replay-too-long": "on ne peut revoir que {limit} événements : coupe l’enregistrement",
    "no.what-if-step": "il n’y a pas d’étape {found} : choisis de 0 à {last}",
    "no.what-if-over": "la partie est déjà finie à cette étape : choisis-en une plus tôt",
    "no.no-such-puzzle": "cette énigme n’existe pas",
    "no.puzzle-not-now": "ce n’est pas l’un des choix : réponds par l’un d’eux",
    # the plain page
    "page.what": "Seven Prophecies et Prophétie : des jeux de plis à jouer entre amis et avec des bots.",
    "page.tables": "Tables publiques",
    "page.none": "Aucune table publique pour l’instant.",
    "page.free": "{free} sièges libres sur {players}",
    "page.api": "Pour les programmes :",
    "page.busy": "Le serveur est saturé",
    "page.busy.why": "{sentence}.",
    "page.busy.again": "Cette page réessaie toute seule dans quelques secondes.",
    "page.phase.open": "on attend des joueurs",
    "page.phase.sharing": "ça va commencer",
    "page.phase.playing": "en cours",
    "page.phase.over": "finie",
    "page.phase.closed": "fermée",
    # preset phrases of the chat
    "phrase.hello": "Bonjour !",
    "phrase.good-luck": "Bonne chance !",
    "phrase.well-played": "Bien joué !",
    "phrase.thanks": "Merci !",
    "phrase.sorry": "Pardon !",
    "phrase.one-moment": "Un instant !",
    "phrase.ready": "C’est bon pour moi.",
    "phrase.again": "On en refait une ?",
    "phrase.goodbye": "Au revoir !",
    "phrase.may-i-play": "Je peux avoir un siège ?",
    "reaction.nice": "Joli !",
    "reaction.wow": "Waouh !",
    "reaction.ha-ha": "Ha ha !",
    "reaction.ouch": "Aïe !",
    "reaction.hmm": "Hmm …",
    "reaction.thanks": "Merci !",
    # commands
    "no.option-form": "« {text} » n’est pas une option : écris nom=valeur, par exemple tenth_trick_scores=false",
    "no.games-count": "--games {found} ne joue rien : utilise un nombre à partir de 1",
    "no.bots-count": (
        "{found} {found:bot ne suffit|bots ne suffisent} pas pour {players} sièges : donnes-en un par siège, ou un "
        "pour tous"
    ),
    "no.unwritable-file": "impossible d’écrire {file} : {why}",
    "simulate.summary": (
        "{game} : {matches} {matches:partie|parties}, {rounds} {rounds:manche|manches} ; {per_match} "
        "{per_match:manche|manches} par partie, {tricks} {tricks:pli|plis} par manche, {shared} des victoires partagées"
    ),
    "simulate.seat": "siège",
    "simulate.bot": "bot",
    "simulate.wins": "victoires",
    "simulate.score": "score",
    "simulate.points": "points par manche",
    "simulate.fulfilled": "accomplies",
    "simulate.start": "sièges à gauche de la première entame",
    "simulate.round": "manches gagnées",
    "simulate.tricks": "plis dans la manche",
    "simulate.rounds": "manches",
    "simulate.prophecies": "prophéties accomplies",
    # arena
    "no.arena-bots-count": (
        "{found} {found:bot ne fait|bots ne font} pas un tournoi : nommes-en deux ou plus, par exemple --bots "
        "seer,greedy"
    ),
    "no.arena-bot-form": "« {text} » n’est pas un bot : écris un nom, ou nom:clé=valeur, par exemple seer:worlds=60",
    "no.arena-budget": (
        "« {text} » n’a pas un tel budget : donne worlds=N (1 à 1000000) ou seconds=S (0.02 à 5), pas les deux"
    ),
    "no.arena-until": (
        "« {text} » n’est pas un niveau de confiance : utilise de 50% à moins de 100%, par exemple --until 95%"
    ),
    "no.arena-resume-what": "--resume continue un fichier : nomme-le avec --out",
    "no.arena-exists": "{file} existe déjà : continue-le avec --resume, ou choisis un autre nom avec --out",
    "no.arena-no-arena": "{file} n’est pas un fichier de ce type ({format}) : choisis un autre nom",
    "no.arena-other-plan": (
        "{file} contient un autre travail ({key} : {found} là-bas, {wanted} ici) : choisis un autre nom"
    ),
    "no.arena-damaged": (
        "{file} est abîmé à la ligne {line} : supprime-la avec tout ce qui suit, ou choisis un autre nom"
    ),
    "no.calibrate-resume-what": "--resume continue un fichier : nomme-le avec --rows",
    "no.calibrate-check-or-out": "--check n’ajuste rien qui puisse être écrit : enlève --check ou --out",
    "no.calibrate-one-of": "--check, --luck et --nearest font des choses différentes : choisis-en une",
    "no.calibrate-few-matches": "--luck demande au moins {least} parties : --games vaut {games}",
    "no.calibrate-too-few": (
        "rien n’a été écrit : avec {strong} autres forts il y a {rounds} manches, mais un étalonnage en demande "
        "{least}. Joue plus de --games"
    ),
    "no.calibrate-diverged": (
        "rien n’a été écrit : ces droites liraient des chances égales comme presque 0 ou 1 : {lines}"
    ),
    "no.calibrate-worse": (
        "rien n’a été écrit : sur les parties mises à part, la perte logarithmique est {fitted} ; avec l’étalonnage du "
        "jeu le plus proche, elle est {prior}"
    ),
    "no.calibrate-nothing": (
        "rien n’a été mesuré pour {game} à {players} joueurs avec ces options : enlève --check pour le faire"
    ),
    "calibrate.summary": (
        "{game}, {players} joueurs, graine {seed} : {matches} {matches:partie|parties}. Promis moins réalisé :"
    ),
    "calibrate.phase": "pli",
    "calibrate.told": "avant",
    "calibrate.strong": "autres\nforts",
    "calibrate.rows": "décisions",
    "calibrate.rounds": "manches",
    "calibrate.raw": "brut",
    "calibrate.calibrated": "étalonné",
    "calibrate.third": "tiers de\nla partie",
    "calibrate.r2": "part des points\nprédite",
    "calibrate.log-loss": "perte log.\nd’accomplir",
    "calibrate.off": "chances\nfausses de",
    "calibrate.plot-title": "Chances prédites et ce qui est arrivé",
    "calibrate.plot-subtitle": "{game}, {players} joueurs forts, graine {seed}",
    "calibrate.plot-said": "chance prédite",
    "calibrate.plot-came": "fréquence réelle",
    "calibrate.note": "→ mène du brut à l’étalonné ; ± est l’intervalle à 95 % par manche.",
    "calibrate.kept": (
        "{matches} {matches:partie est enregistrée|parties sont enregistrées} dans {file}. Pour continuer : la même "
        "commande avec --resume"
    ),
    # the benchmark
    "no.policy-form": "« {found} » n’est pas une politique : écris module:callable, par exemple mine:policy",
    "no.policy-missing": "la politique « {found} » ne peut pas être chargée : {why}",
    "no.benchmark-who": "dis qui joue : --policy module:callable ou --bot NAME",
    "no.benchmark-result": "le résultat {number} du fichier ne peut pas être juste : regarde son champ {field}",
    "benchmark.summary": (
        "{task} : {player} à chaque siège tour à tour, les mêmes donnes contre chaque type d’adversaire."
    ),
    "benchmark.against": "contre",
    "benchmark.count": "manches",
    "benchmark.ahead": "devant\nles autres",
    "benchmark.rounds": "manches\ngagnées",
    "benchmark.matches": "parties\ngagnées",
    "benchmark.fulfilled": "accomplies",
    "benchmark.values": "ses valeurs\ntrop hautes de",
    "benchmark.time": "ms chacune",
    "benchmark.note": "± est l’intervalle à 95 % par blocs. Entre égaux, chaque siège gagne {share}.",
    "benchmark.short": "Moins de blocs que la tâche n’en a : résultat incomplet.",
    "benchmark.tasks": "Tâches :",
    "benchmark.before": (
        "{task} : student gagne {ahead} ± {interval} points par manche contre {bot} ({rounds} {rounds:manche|manches})."
    ),
    "benchmark.best-response": (
        "{task} : qui a appris contre {bot} gagne {ahead} ± {interval} points par manche ({rounds} "
        "{rounds:manche|manches}). C’est une borne inférieure."
    ),
    "train.strength": "{players} joueurs : {ahead} ± {interval} points par manche d’avance sur greedy",
    "train.done": "Les réseaux de neurones sont dans {path}, après {seconds} {seconds:seconde|secondes} de processeur",
    "dataset.done": (
        "{rounds} {rounds:manche est|manches sont} dans {path} ; le README.md dit ce que contiennent les colonnes"
    ),
    "arena.summary-match": (
        "{game}, {players} joueurs, graine {seed} : {blocks} {blocks:bloc|blocs} de donnes identiques, {matches} "
        "{matches:partie|parties}, {rounds} {rounds:manche|manches}."
    ),
    "arena.summary-round": (
        "{game}, {players} joueurs, graine {seed} : {blocks} {blocks:bloc|blocs} de donnes identiques, {rounds} "
        "{rounds:manche|manches}."
    ),
    "arena.bot": "bot",
    "arena.points": "points\npar manche",
    "arena.ahead": "devant\nles autres",
    "arena.to-first": "devant\nle premier",
    "arena.rounds": "manches\ngagnées",
    "arena.matches": "parties\ngagnées",
    "arena.fulfilled": "accomplies",
    "arena.in-trick": "au\npli {trick}",
    "arena.rating": "cote",
    "arena.decisions": "décisions",
    "arena.time": "ms chacune",
    "arena.slowest": "la plus lente, ms",
    "arena.note-interval": "± est l’intervalle à 95 % par blocs. Entre égaux, chaque siège gagne {share}.",
    "arena.note-bound": (
        "± est un intervalle qui vaut à tous les regards à la fois ({level}). Entre égaux, chaque siège gagne {share}."
    ),
    "arena.note-timed": (
        "Certains bots réfléchissent à l’horloge : avec cette graine, donnes et placements se répètent, mais pas les "
        "chiffres."
    ),
    "arena.decided": "Décidé après {blocks} {blocks:bloc|blocs} : le premier bot diffère nettement de tous les autres.",
    "arena.undecided": "Pas décidé après {blocks} {blocks:bloc|blocs}.",
    "arena.kept": (
        "{blocks} {blocks:bloc est enregistré|blocs sont enregistrés} dans {file}. Pour continuer : la même commande "
        "avec --resume"
    ),
    "arena.plot-title": "Points par manche d’avance sur les autres",
    "arena.plot-axis": "points par manche (intervalle à {level} par blocs de donnes identiques)",
    "check.ok": (
        "ok : {records} {records:enregistrement|enregistrements} ({unfinished} inachevés), {events} "
        "{events:événement|événements}"
    ),
    "check.broken": (
        "pas ok : {broken} abîmés ; {records} {records:enregistrement est valable|enregistrements sont valables} "
        "({unfinished} inachevés), {events} {events:événement|événements}"
    ),
    "check.more": "{file} : encore {count} {count:erreur|erreurs}",
    "verify.holds": (
        "{where} : tient, {deals} {deals:donne telle que la graine la donne|donnes telles que la graine les donne} ; "
        "{seats}"
    ),
    "verify.gave": "octets de {seats}",
    "verify.gave-none": "rien de {seats}",
    "verify.first-chosen": "le siège {number} commence, par choix",
    "verify.first-drawn": "le siège {number} commence, selon les cartes que tire la graine",
    "verify.seat": "siège {number} ({why})",
    "verify.bot": "bot",
    "verify.device": "deuxième siège d’un appareil",
    "verify.silent": "muette",
    "verify.committed": "muette après son engagement",
    "verify.join": " ; ",
    "verify.ok": "ok : {matches} {matches:partie vérifiée|parties vérifiées}",
    "verify.broken": "pas ok : {broken} non vérifiées ; {matches} {matches:partie vérifiée|parties vérifiées}",
    # foretold review, and what the coach says elsewhere
    "no.review-what": "« {found} » n’est ni un fichier ni un lien vers une partie",
    "no.review-unreachable": "impossible d’obtenir un enregistrement de {link} : {why}",
    "no.worlds-count": "« {found} » mondes, c’est trop peu : utilise 2 ou plus",
    "coach.card": "{suit} {number}",
    "coach.names": "{card}, en nommant {suit}",
    "coach.surrender": "renoncer",
    "review.title": "Analyse : {game}",
    "review.won": "{names} a gagné, {scores}.",
    "review.shared": "{names} partagent la victoire, {scores}.",
    "review.unfinished": "La partie n’a pas été finie ; le résultat est l’état où elle en était.",
    "review.results": "Chance et talent",
    "review.results-lead": (
        "De parts égales au résultat, en chance de gagner la partie et en points : ce que les cartes promettaient de "
        "plus qu’une part égale, ce que les décisions d’un joueur ont coûté par rapport au meilleur choix d’après ce "
        "qu’on savait alors, et ce que les autres ont donné ou pris. Là où les erreurs de plusieurs sièges se "
        "compensent, seule la part qui convient est montrée."
    ),
    "review.seat": "siège",
    "review.expected": "égal",
    "review.cards": "cartes",
    "review.others": "autres",
    "review.choice": "prophétie",
    "review.choice.prophecy": "annonce",
    "review.play": "jeu",
    "review.result": "résultat",
    "review.accuracy": "précision",
    "review.decided": "décisions",
    "review.marked": "marquées",
    "review.unit": "en",
    "review.unit-match": "%",
    "review.unit-points": "pts",
    "review.steps-match": "Chance de gagner",
    "review.steps-points": "Points",
    "review.curve": "Chance de gagner la partie",
    "review.curve-lead": (
        "Après chaque décision, ramenée à 100 % pour tous les sièges ensemble. Chaque siège est jugé d’après ce "
        "qu’il pouvait savoir alors."
    ),
    "review.round": "manche {round}",
    "review.decisions": "Décisions coûteuses",
    "review.decisions-lead": (
        "Pertes de plus de deux erreurs types, en parts de la partie. Une imprécision a coûté au moins {inaccuracy}, "
        "une erreur {mistake}, une bourde {blunder}."
    ),
    "review.none": "Aucune perte qui se distingue du hasard.",
    "review.where": "manche {round}, pli {trick}",
    "review.where-told": "manche {round}, prophétie",
    "review.where-told.prophecy": "manche {round}, annonce",
    "review.round-head": "manche",
    "review.trick-head": "pli",
    "review.points-head": "points",
    "review.loss": "perdu",
    "review.instead": "{action} au lieu de {best}",
    "review.lost": "{match} ±{error}",
    "review.points": "{points} {points:point|points}",
    "review.mark.inaccuracy": "imprécision",
    "review.mark.mistake": "erreur",
    "review.mark.blunder": "bourde",
    "review.only": "le seul coup",
    "review.found-only": "{action} : le seul coup, et il a été trouvé",
    "review.turns": "Tournants",
    "review.turns-lead": "Les plus grands changements de la chance de gagner.",
    "review.turn.cards": "{who} : la donne, {before} → {after}",
    "review.turn.others": "{who} : ce qu’ont fait les autres, {before} → {after}",
    "review.turn.choice": "{who} : sa prophétie, {before} → {after}",
    "review.turn.choice.prophecy": "{who} : son annonce, {before} → {after}",
    "review.turn.play": "{who} : sa carte, {before} → {after}",
    "review.told": "Prophéties",
    "review.told.prophecy": "Annonces",
    "review.told-lead": (
        "Ce qui était prédit, le meilleur choix d’après ce qu’on savait alors, et ce que les sept premiers plis, tels "
        "que joués, auraient accompli."
    ),
    "review.told-lead.prophecy": (
        "Ce qui était annoncé, le meilleur choix d’après ce qu’on savait alors, et combien de plis ont été faits."
    ),
    "review.was-told": "prédit",
    "review.was-told.prophecy": "annoncé",
    "review.foresight": "d’avance",
    "review.hindsight": "après coup",
    "review.hindsight.prophecy": "plis faits",
    "review.best": "meilleur",
    "review.as-good": "aussi bon",
    "review.played": "joué",
    "review.action": "choix",
    "review.to-expect": "points attendus",
    "review.chance": "chance de gagner",
    "review.how": "Comment c’est calculé",
    "review.how-text": (
        "Chaque décision a été pesée sur {worlds} donnes compatibles avec ce que son siège savait (graine {seed}), ou "
        "sur toutes si on pouvait les compter ; tous les adversaires étaient supposés forts. Une perte d’au plus une "
        "erreur type compte pour rien."
    ),
    "no.no-aids": "cette table n’autorise ni conseils ni chances",
    "no.hint-not-now": "un conseil est pour un siège qui doit choisir : attends ton tour",
    "no.hint-waits": "un conseil est déjà en route",
    "no.hint-failed": "le coach n’a pas trouvé : redemande",
    # what a link says before it is opened
    "link.table": "Rejoins une table de {game}",
    "link.table-full": "Une table de {game}",
    "link.table-text": "À la table : {names}. Places libres : {free}.",
    "link.table-free": "Places libres : {free}.",
    "link.challenge": "Un défi : les mêmes cartes à {game}",
    "link.challenge-of": "{name} te défie : les mêmes cartes à {game}",
    "link.challenge-text": "Joue les mêmes donnes contre les mêmes bots, puis comparez manche par manche.",
    "link.daily": "Partie du jour, {day}",
    "link.daily-text": "Une partie de plis par jour, la même pour tous.",
    "link.match": "Une partie de {game}",
    "link.match-won": "{names} a gagné : {game}",
    "link.match-shared": "{names} ont partagé la victoire : {game}",
    "link.group": "Rejoins le groupe {title}",
    "link.group-text": "Membres : {count}. Des jeux de plis à jouer ensemble, sans compte.",
    "link.puzzle": "Énigme {number} : {game}",
    "link.puzzle-text": "Une décision, une meilleure réponse. La trouveras-tu ?",
    # hints
    "hint.as-good": "Aussi bon que {best}, pour autant qu’on sache. {reason}",
    "hint.comes-too": "Prend la {place} place dans {chance}",
    "hint.wins-too": "Remporte le pli dans {chance} ; chance de réussir ton annonce de {bid} : {met}.",
    "hint.comes": "Prend la {place} place dans {chance} des donnes compatibles avec ce que tu sais",
    "hint.comes-sure": "Prend à coup sûr la {place} place",
    "hint.token": "{comes}, une place qu’il te faut encore ; chance des sept : {fulfilled}.",
    "hint.no-token": "{comes}, une place inutile pour toi ; chance des sept : {fulfilled}.",
    "hint.token-past": "{comes}, une place qu’il te faut encore.",
    "hint.no-token-past": "{comes}, une place inutile pour toi.",
    "hint.about": "environ {chance}",
    "hint.and": "{reason} {more}",
    "hint.gains-points-seven": (
        "{rival} accomplit les sept plus souvent, mais ceci rapporte {told} points en moyenne au lieu de {less}."
    ),
    "hint.gains-points-bid": (
        "{rival} réussit ton annonce plus souvent, mais ceci rapporte {told} points en moyenne au lieu de {less}."
    ),
    "hint.gains-match-seven": (
        "{rival} accomplit les sept plus souvent, mais ceci donne moins aux autres : la chance de gagner la partie est "
        "de {told} au lieu de {less}."
    ),
    "hint.gains-match-bid": (
        "{rival} réussit ton annonce plus souvent, mais ceci donne moins aux autres : la chance de gagner la partie "
        "est de {told} au lieu de {less}."
    ),
    "hint.prophecy": "Chance que les sept s’accomplissent : {fulfilled} ; au pli 7 : {seven}.",
    "hint.bid": (
        "Une annonce de {bid} : la chance de la réussir est de {met} ; cette main fait le plus souvent {likely}."
    ),
    "hint.wins": (
        "Remporte le pli dans {chance} des donnes compatibles avec ce que tu sais ; chance de réussir ton annonce de "
        "{bid} : {met}."
    ),
    "hint.wins-sure": "Remporte le pli à coup sûr ; chance de réussir ton annonce de {bid} : {met}.",
    "hint.loses-sure": "Perd le pli à coup sûr ; chance de réussir ton annonce de {bid} : {met}.",
    "hint.surrender": "Tu ne peux rien faire d’autre.",
    "terminal.hints": "Meilleures chances de gagner la partie, sur {deals} donnes possibles :",
    "terminal.hints-exact": "Meilleures chances de gagner la partie, sur les {deals} donnes possibles :",
    "terminal.hints-counts": "Combien de fois ta main prend chaque place (avec le premier de ces choix) :",
    "terminal.hints-won": "Plis que fait ta main (avec le premier de ces choix) :",
    "reason.bid": "l’annonce de {bid}",
    "reason.ends-now": (
        "Après {other}, {who} accomplit les sept dès ce pli dans {instead} des donnes, et la manche finit ; après "
        "{best} dans {often}."
    ),
    "reason.ends-now-sure": (
        "Après {other}, {card} de {who} prend la {place} place et accomplit les sept : la manche finit."
    ),
    "reason.gives-token": (
        "{who} a besoin d’une {place} place ici : {other} la lui laisse dans {instead} des donnes, {best} dans {often}."
    ),
    "reason.gives-token-sure": "{who} a besoin d’une {place} place ici : {other} la lui laisse, {best} non.",
    "reason.rival-seven": (
        "Après {other}, {who} accomplit les sept dans {instead} des donnes ; après {best} dans {often}."
    ),
    "reason.others-seven": (
        "Après {other}, quelqu’un d’autre accomplit les sept dans {instead} des donnes ; après {best} dans {often}."
    ),
    "reason.target": (
        "Après {other}, {who} atteint {n} points, ce qui finit la partie, dans {instead} des donnes ; après {best} "
        "dans {often}."
    ),
    "reason.runner-up": (
        "{best} obtient le point du plus petit nombre de prophéties restantes dans {often} des donnes, {other} dans "
        "{instead}."
    ),
    "reason.shortfall": (
        "Après {other}, deux prophéties ou plus restent ouvertes, ce qui coûte des points, dans {instead} des donnes ; "
        "après {best} dans {often}."
    ),
    "reason.sooner": (
        "{best} accomplit les sept au pli {trick} au plus tard, pour au moins {n} points, dans {often} des donnes, "
        "{other} dans {instead}."
    ),
    "reason.token-now": (
        "{best} prend la {place} place, où une prophétie attend, dans {often} des donnes ; {other} dans {instead}."
    ),
    "reason.token-now-sure": "{best} prend la {place} place, où une prophétie attend ; {other} non.",
    "reason.last-lead": (
        "{suit} est la couleur demandée pour la dernière fois : {best} prend la {place} place, où une prophétie "
        "attend, dans {often} des donnes ; {other} dans {instead}."
    ),
    "reason.last-lead-sure": (
        "{suit} est la couleur demandée pour la dernière fois : {best} prend la {place} place, où une prophétie "
        "attend ; {other} non."
    ),
    "reason.needs-all": (
        "Désormais chaque pli doit accomplir une prophétie, car il y en a {n} à accomplir et il reste {n} "
        "{n:pli|plis} : {best} en accomplit une dans {often} des donnes, {other} dans {instead}."
    ),
    "reason.any-token": "{best} accomplit une prophétie à ce pli dans {often} des donnes, {other} dans {instead}.",
    "reason.place-open": (
        "Après {other}, la prophétie d’une {place} place reste ouverte dans {instead} des donnes ; après {best} dans "
        "{often}."
    ),
    "reason.kept": (
        "Mieux vaut garder {card} : plus tard, cette carte accomplit une prophétie dans {often} des donnes, surtout "
        "à la {place} place au pli {trick}, où la couleur demandée est {suit} ; garder plutôt {best} le fait dans "
        "{instead}."
    ),
    "reason.kept-last": (
        "{card} est la dernière carte {suit} en main et servira quand on demandera {suit} au pli {trick} : la garder "
        "accomplit une prophétie dans {often} des donnes ; garder plutôt {best}, dans {instead}."
    ),
    "reason.void": (
        "{best} est la dernière carte {suit} en main : quand on demandera {suit} au pli {trick}, on pourra jouer "
        "n’importe quelle carte. Cela accomplit une prophétie dans {often} des donnes ; après {other} dans {instead}."
    ),
    "reason.card-token": (
        "Après {best}, {card} accomplit plus tard une prophétie dans {often} des donnes ; après {other} dans {instead}."
    ),
    "reason.too-many": (
        "{other} veut {n} × {place}, ce qui s’accomplit dans {instead} des donnes ; {fewer} × {place} dans {often}."
    ),
    "reason.too-many-any": (
        "{other} veut {n} × {place}, ce qui ne s’accomplit que dans {instead} des donnes ; {best} s’en passe."
    ),
    "reason.too-many-for": (
        "{other} veut {n} × {place}, ce qui s’accomplit dans {instead} des donnes ; {fewer} × {place} dans {often}. "
        "{best} veut {more} × {gain}, ce qui s’accomplit dans {gained}."
    ),
    "reason.too-many-any-for": (
        "{other} veut {n} × {place}, ce qui ne s’accomplit que dans {instead} des donnes ; {best} veut plutôt {more} × "
        "{gain}, ce qui s’accomplit dans {gained}."
    ),
    "reason.too-few": (
        "Avec {other}, la main finit {place} plus souvent que les {fewer} × prédites dans {instead} des donnes : une "
        "place est perdue ; {best} en profite avec {n} ×."
    ),
    "reason.too-few-none": (
        "{other} ne prédit aucune {place} place, mais la main finit alors {place} dans {instead} des donnes ; {best} "
        "en profite avec {n} ×."
    ),
    "reason.win-now": (
        "L’annonce de {bid} demande encore {n} des {tricks} plis : {best} remporte celui-ci dans {often} des donnes, "
        "{other} dans {instead}."
    ),
    "reason.win-now-sure": (
        "L’annonce de {bid} demande encore {n} des {tricks} plis : {best} remporte celui-ci à coup sûr, {other} ne le "
        "peut pas."
    ),
    "reason.duck-now": (
        "L’annonce de {bid} ne laisse place qu’à {n} des {tricks} plis restants : {other} remporte celui-ci dans "
        "{instead} des donnes, {best} dans {often}."
    ),
    "reason.duck-now-sure": (
        "L’annonce de {bid} ne laisse place qu’à {n} des {tricks} plis restants : {other} remporte celui-ci à coup "
        "sûr, {best} ne le peut pas."
    ),
    "reason.bid-full": (
        "L’annonce de {bid} est atteinte, tout autre pli est de trop : {other} remporte celui-ci dans {instead} des "
        "donnes, {best} dans {often}."
    ),
    "reason.bid-full-sure": (
        "L’annonce de {bid} est atteinte, tout autre pli est de trop : {other} remporte celui-ci à coup sûr, {best} ne "
        "le peut pas."
    ),
    "reason.every-trick": (
        "L’annonce de {bid} demande désormais tous les plis : {best} remporte celui-ci dans {often} des donnes, "
        "{other} dans {instead}."
    ),
    "reason.every-trick-sure": (
        "L’annonce de {bid} demande désormais tous les plis : {best} remporte celui-ci à coup sûr, {other} ne le peut "
        "pas."
    ),
    "reason.gives-trick": (
        "{other} laisse ce pli à {who} dans {instead} des donnes, {best} dans {often}, et avec lui {who} réussit plus "
        "souvent son annonce."
    ),
    "reason.denies": "Après {other}, {who} réussit son annonce dans {instead} des donnes ; après {best} dans {often}.",
    "reason.denies-open": (
        "Après {other}, {who} réussit son annonce de {bid} dans {instead} des donnes ; après {best} dans {often}."
    ),
    "reason.denies-leader": (
        "Après {other}, {who}, en tête au score, réussit son annonce dans {instead} des donnes ; après {best} dans "
        "{often}."
    ),
    "reason.denies-leader-open": (
        "Après {other}, {who}, en tête au score, réussit son annonce de {bid} dans {instead} des donnes ; après {best} "
        "dans {often}."
    ),
    "reason.over": (
        "{other} finit avec trop de plis pour l’annonce de {bid} dans {instead} des donnes, {best} dans {often}."
    ),
    "reason.short": (
        "{other} finit avec trop peu de plis pour l’annonce de {bid} dans {instead} des donnes, {best} dans {often}."
    ),
    "reason.tricks": (
        "Quand l’annonce est ratée de toute façon, {best} fait en moyenne {apart} plis de plus que {other}."
    ),
    "reason.no-bid": (
        "L’annonce est hors d’atteinte, donc chaque pli compte : {best} en rapporte en moyenne {apart} de plus que "
        "{other}."
    ),
    "reason.kept-winner": (
        "Mieux vaut garder {card} : cette carte remporte un pli plus tard dans {often} des donnes ; garder plutôt "
        "{best}, dans {instead}."
    ),
    "reason.spares": (
        "Ce pli tourne de la même façon avec {best} et avec {other}, mais {other} est plus forte et mérite d’être "
        "gardée : si elle part, il manque des plis à la fin dans {instead} des donnes ; si {best} part, dans {often}."
    ),
    "reason.sheds": (
        "Mieux vaut se débarrasser de {card} : si on la garde, cette carte remporte un pli plus tard dans {instead} "
        "des donnes, souvent un de trop ; garder plutôt {other}, dans {often}."
    ),
    "reason.unloads": (
        "Ce pli tourne de la même façon avec {best} et avec {other}, mais {best} est plus forte et mieux vaut s’en "
        "débarrasser : si on la garde, il y a trop de plis à la fin dans {instead} des donnes ; si on garde {other}, "
        "dans {often}."
    ),
    "reason.surrender": (
        "Après {other}, le Chaman est la dernière carte et il faudrait l’entamer dans {instead} des donnes, or "
        "renoncer ne rapporte rien ; après {best} dans {often}."
    ),
    "reason.specialist-led": (
        "Après {other}, il faut finalement entamer {card} dans {instead} des donnes ; après {best} dans {often}."
    ),
    "reason.discard": (
        "{best} est la dernière carte {suit} en main : quand on demandera de nouveau {suit}, on pourra se défausser "
        "d’une carte qui ferait un pli de trop. Cela arrive dans {often} des donnes ; après {other} dans {instead}."
    ),
    "reason.ruffed": (
        "Après {other}, une de ses entames est coupée dans {instead} des donnes ; après {best} dans {often}."
    ),
    "reason.card-wins": (
        "Après {best}, {card} remporte un pli plus tard dans {often} des donnes ; après {other} dans {instead}."
    ),
    "reason.card-unwanted": (
        "Après {other}, {card} remporte un pli plus tard, souvent un de trop, dans {instead} des donnes ; après "
        "{best} dans {often}."
    ),
    "reason.bid-high": (
        "Une annonce de {bid} est haute pour cette main, qui fait alors trop peu de plis dans {instead} des donnes ; "
        "avec une annonce de {fewer} dans {often}."
    ),
    "reason.bid-high-none": (
        "Une annonce de {bid} est haute pour cette main, qui fait alors trop peu de plis dans {instead} des donnes ; "
        "une annonce de 0 n’en demande aucun."
    ),
    "reason.bid-low": (
        "Une annonce de {bid} est basse pour cette main, qui fait alors trop de plis dans {instead} des donnes ; avec "
        "une annonce de {fewer} dans {often}."
    ),
    "reason.bid-keeps": (
        "{best} laisse {card} en main. Ce qu’elle laisse remporte un pli dans {often} des donnes ; ce que laisse "
        "{other}, dans {instead}."
    ),
    "reason.bid-worth": (
        "Une annonce de {fewer} réussit moins souvent, mais rapporte alors {often} points ; une annonce de {bid} "
        "rapporte {instead}."
    ),
    "reason.bid-tricks": (
        "Avec {best}, la main fait en moyenne {apart} plis de plus qu’avec {other}, et chacun vaut un point."
    ),
    "terminal.hints-yours": "Le tien.",
    "terminal.hints-worth": "{match} +-{error}",
    "terminal.hints-points": "{points} {points:point|points}",
    "terminal.hints-not-yet": "Le coach se prépare encore : redemande dans un instant.",
    # foretold puzzles
    "no.puzzles-number": "il n’y a pas d’énigme {found} : choisis de 1 à {last}",
    "terminal.puzzle": (
        "Énigme {number} (sur {count}). Tu es {seat}. Ratée dans {difficulty} de 16 essais par nos solveurs : Novice, "
        "Glouton, et Voyant avec 2 à 64 mondes."
    ),
    "terminal.puzzle-find.card": "Trouve la carte.",
    "terminal.puzzle-find.prophecy": "Trouve la prophétie.",
    "terminal.puzzle-find.bid": "Trouve l’annonce : seul son nombre compte.",
    "terminal.puzzle.right": "Juste : {answer}. {streak} de suite.",
    "terminal.puzzle.wrong": "La réponse est {answer}.",
    "terminal.puzzle.worth": "{action} : {points} points en moyenne {note}",
    "terminal.puzzle.natural": "(le choix évident)",
    "terminal.puzzle.not-now": "ce n’est pas l’un des choix : réponds par l’un d’eux",
    "terminal.puzzle.falls": "L’énigme {number} ne tient pas : sa réponse est à {ahead} points devant la suivante.",
    "terminal.puzzle.made": "{count} énigmes jusqu’ici : {themes}.",
    "terminal.puzzle.checked": "{stands} énigmes sur {count} tiennent.",
    "terminal.puzzle.alone": "Les énigmes se résolvent sans conseils : réponds, ou quit.",
    "terminal.whatif.sums": "Ce qui s’est passé, et cette suite :",
    "terminal.whatif.round": "manche {round} : {points}",
    "terminal.whatif.total": "total : {points}",
    "terminal.puzzle.go-on": "Entrée : énigme suivante ; w : jouer à partir d’ici ; quit :",
    # the server's database
    "no.no-database": "il n’y a pas de base de données {file} : nommes-en une avec --database ou FORETOLD_DATABASE",
    "no.no-database-of-ours": (
        "{file} n’est pas une base de données de Foretold : elle est restée intacte, nommes-en une autre"
    ),
    "no.database-too-new": (
        "{file} vient d’un Foretold plus récent (schéma {found}, celui-ci connaît {known}) : mets Foretold à jour"
    ),
    "no.database-trouble": "impossible d’utiliser la base de données {file} : {why}",
    "no.file-exists": "{file} existe déjà : choisis un autre nom, ou remplace-le avec --force",
    "no.postgres-missing": "pour PostgreSQL, il faut l’extra « postgres » : pip install 'foretold[postgres]'",
    "no.postgres-too-old": "c’est PostgreSQL {found} : Foretold demande {oldest} ou plus récent",
    "no.backup-postgres": "sauvegarde une base PostgreSQL avec pg_dump ; les serveurs peuvent continuer à tourner",
    "no.copy-while-served": (
        "un serveur tourne sur {file} : arrête-le d’abord, sinon ce qui se passe entre-temps manquerait"
    ),
    "no.copy-onto-something": "{file} n’est pas vide : nomme une base de données vide",
    "no.copy-differs": "{file} diffère de sa source (dans {part}) : supprime-la et réessaie",
    "no.backup-onto-database": "{file} est une base de données en service : choisis un autre nom pour la copie",
    "no.database-damaged": (
        "{file} est abîmée : restaure une sauvegarde, ou lance `foretold doctor` pour voir ce qui peut être sauvé"
    ),
    "no.not-writable": (
        "le serveur ne peut pas écrire sur son disque : rien de nouveau n’est enregistré tant qu’on n’a pas fait de la "
        "place"
    ),
    "no.damaged": "les données enregistrées sont illisibles : l’exploitant du serveur doit les restaurer",
    "no.doctor-running": "un serveur tourne sur {file} : arrête-le d’abord, puis répare",
    "doctor.holds": (
        "{file} contient {tables} {tables:table|tables} avec {entries} {entries:entrée|entrées} dans leurs journaux, "
        "{matches} {matches:partie|parties}, {people} {people:personne|personnes}."
    ),
    "doctor.page": "Abîmé : {why}",
    "doctor.journal": "Table {table} : seules les {good} premières entrées sont lisibles, sur {count}.",
    "doctor.record": "Partie {match} : son enregistrement n’est pas valable.",
    "doctor.gone": (
        "Table {table} : il manque "
        "{count:la dernière entrée, pourtant déjà annoncée|les dernières entrées, pourtant déjà annoncées} ({count})."
    ),
    "doctor.whole": "Tout est intact.",
    "doctor.how": (
        "Restaure une sauvegarde. Ou arrête le serveur et lance {command} : la base est remplacée par une nouvelle "
        "avec tout ce qui est lisible, et l’ancienne est gardée à côté."
    ),
    "doctor.taken-out": "Des données non valables ont été retirées de {file} et enregistrées dans {damaged}.",
    "doctor.repaired": (
        "{file} est une nouvelle base de données avec tout ce qui était lisible ; l’ancienne, abîmée, est {damaged}."
    ),
    "serve.damaged": (
        "La base de données est abîmée : {count} {count:table est illisible|tables sont illisibles} ; les autres "
        "continuent."
    ),
    "serve.unreadable": "La base de données est abîmée : une partie est illisible.",
    "serve.restore": "Restaure une sauvegarde, ou regarde ce qui peut être sauvé : {command}",
    "serve.gone": "À {count} {count:table|tables}, les dernières entrées ont disparu : des coups peuvent manquer.",
    "no.forget-unasked": "rien n’a été supprimé : ajoute --yes pour supprimer, ou --list pour seulement regarder",
    "export.done": "{file} contient {count} {count:partie|parties}.",
    "copy.done": (
        "{file} contient maintenant tout ce qui est dans {database} : {count} "
        "{count:ligne, comparée|lignes, comparées} une à une."
    ),
    "no.site-not-built": "cette copie de Foretold n’est pas construite : installe-la avec pip, ou lance scripts/venv",
    "site.done": (
        "{folder} contient le site, {size} Mo : mets-le chez n’importe quel hébergeur, sous n’importe quel chemin."
    ),
    "no.service-in-home": (
        "{file} est dans un répertoire personnel, que le service ne voit pas : installe Foretold pour tous "
        "(PIPX_HOME=/opt/pipx PIPX_BIN_DIR=/usr/local/bin pipx install …), ou utilise --user"
    ),
    "service.done": (
        "{file} est écrit. Les réglages vont dans {settings}, un FORETOLD_NAME=valeur par ligne. Pour le démarrer : "
        "{command}"
    ),
    "backup.done": "{file} est une copie de {database}, intacte.",
    "no.restore-running": "un serveur tourne sur {file} : arrête-le d’abord, puis restaure",
    "no.restore-postgres": "restaure une base PostgreSQL avec les outils de PostgreSQL : docs/server.md dit comment",
    "no.restore-same": "{file} est la base de données elle-même : nommes-en une copie",
    "no.restore-differs": "{file} n’est pas ce qui a été restauré : la base d’avant est remise en place",
    "languages.line": (
        "{tag} {name} : {state} ; {python} phrases en Python, {page} sur la page, {rules} pages de règles"
    ),
    "languages.complete": "complet",
    "languages.incomplete": "incomplet",
    "languages.exported": "{file} contient {count} phrases sur {all}.",
    "languages.imported": "{count} {count:phrase|phrases} de {file}.",
    "no.languages-tag": "« languages {what} » demande une langue : donne sa balise, par exemple fr ou pt-BR",
    "no.languages-unknown": "« {tag} » n’est pas une balise de langue : donnes-en une comme fr ou pt-BR",
    "no.languages-babel": "pour les fichiers PO, il faut Babel : installe foretold[translate]",
    "no.languages-checkout": "c’est un paquet installé : exporte et importe les phrases dans un dépôt des sources",
    "no.languages-forms": (
        "cette langue a les formes de pluriel {forms} : commence {file} à la main avec NAME, FORMS et form "
        "(docs/translating.md dit comment)"
    ),
    "no.languages-values": "{key} doit nommer exactement ces valeurs : {values}",
    "no.languages-po": "{file} n’est pas un fichier PO : {why}",
    "restore.refused": "Rien n’a été remplacé : {file} n’est pas intacte. `{command}` dit ce qui ne va pas.",
    "restore.done": (
        "{database} est restaurée depuis {file} et intacte : {tables} {tables:table|tables}, {matches} "
        "{matches:partie|parties}, {people} {people:personne|personnes}."
    ),
    "restore.kept": "La base de données d’avant est {file}.",
    "forget.person": "{person}  vu {seen}, parties : {matches}, nom : {name}",
    "forget.nobody": "Personne ne correspond.",
    "forget.ask": "Supprimer tout ce qui est enregistré sur eux ({count} en tout) ? y = oui, Entrée = non :",
    "forget.kept": "Rien n’a été supprimé.",
    "forget.done": (
        "Tout ce qui était enregistré sur eux est supprimé ({count} en tout). Leurs parties restent, sans noms."
    ),
    "forget.running": (
        "Un serveur tourne sur cette base de données : les tables ouvertes montrent les noms jusqu’à son prochain "
        "démarrage."
    ),
    "admin.done": "C’est fait.",
    "admin.waits": "Enregistré. Aucun serveur ne tourne : sièges libérés et tables fermées au prochain démarrage.",
    "admin.none": "Il n’y en a pas.",
    "admin.link": "À ouvrir dans les {minutes} minutes, une seule fois. La session dure {hours} {hours:heure|heures}.",
    "admin.lifted": "jusqu’à nouvel ordre",
    "admin.status.tables": (
        "tables : {open} ouvertes, {waiting} en attente, {running} en cours, {over} finies, {days} en différé"
    ),
    "admin.status.people": (
        "personnes : {people}, {people_today} en 24 heures, {people_new} pour la première fois ; soirées : {evenings}"
    ),
    "admin.status.queues": (
        "à faire : {reports} signalements, {reviews} analyses, {calls} notifications, {orders} ordres"
    ),
    "admin.status.process": (
        "processus {process} : version {version} depuis {started}, {people} aux tables ({seated} avec un siège), "
        "{connections} connexions, {moves} coups/s, processeur {cpu} %, {memory} Mo"
    ),
    "admin.status.moves": "  95 % des coups enregistrés et envoyés en {ms} ms au plus",
    "admin.status.stopped": "aucun serveur ne tourne",
    "admin.status.backup": "copies quotidiennes : {kept}, la dernière du {made}",
    "admin.tables": "{id}  {game} : {phase}, manche {round}, {people} personnes, {bots} bots, {free} libres  {names}",
    "admin.people": "{id}  dernière visite {seen}, signalements : {reports}, table : {table}, nom : {name}",
    "admin.reports": "{table} {number}  {at}  {name} ({person}), suite : {outcome}",
    "admin.blocks": "{id}  {kind}  {whom}  {until}  {operator} : {reason}",
    "admin.announce": "{id}  {until}  {operator} : {text}",
    "admin.limits": "{name} = {value}, par défaut {default}{changed}",
    "admin.log": "{at}  {operator}  {action}{about}{why}",
    "admin.sessions": "{id}  {name}  du {created} au {expires}",
    "no.admin-no-limit": "il n’y a pas de limite {found} ; il y a : {known}",
    "no.admin-limit-value": "donne un nombre entier, ou default",
    # foretold serve
    "serve.here": "Sur cette machine : {url}",
    "serve.network": "Pour des amis sur le même réseau : {url}",
    "serve.public": "Pour tout le monde : {url}",
    "serve.alone": "Seule cette machine peut l’atteindre : --host 0.0.0.0 laisse entrer des amis du même réseau.",
    "serve.no-network": "Cette machine n’est sur aucun réseau : elle seule peut atteindre le serveur.",
    "serve.database": "Tout est enregistré dans {file}",
    "serve.stop": "Ctrl-C pour arrêter ; les parties continuent au prochain démarrage.",
    "serve.already": "Foretold tourne déjà sur {url}",
    "no.serve-whole": "{name} vaut « {found} » : utilise un nombre entier de {least} à {most}",
    "no.serve-number": "{name} vaut « {found} » : utilise un nombre de {least} à {most}",
    "no.serve-level": "{name} vaut « {found} » : choisis parmi {known}",
    "no.serve-yes-no": "{name} vaut « {found} » : écris yes ou no",
    "no.serve-place": "{name} vaut « {found} » : donne une adresse et un port, par exemple 127.0.0.1:9464",
    "no.serve-host": "{name} vaut « {found} » : utilise une adresse de cette machine, ou 0.0.0.0 pour toutes",
    "no.serve-public-url": "{name} vaut « {found} » : utilise une adresse comme https://cards.example.org/foretold",
    "no.serve-prefix": (
        "{name} vaut « {found} » : utilise un chemin comme /foretold qui ne commence par aucun de ceux-ci : {own}"
    ),
    "no.serve-prefix-differs": (
        "le préfixe {prefix} n’est pas le chemin de l’adresse publique {url} : enlève --prefix, ou rends-les identiques"
    ),
    "no.serve-names": "{name} vaut « {found} » : utilise des noms comme cards.example.org,box.lan, ou * pour tous",
    "no.serve-proxies": (
        "{name} vaut « {found} » : donne des adresses ou réseaux comme 127.0.0.1,10.0.0.0/8, ou * pour tous"
    ),
    "no.serve-port-taken": (
        "le port {port} est occupé : arrête le programme qui l’utilise, ou choisis un autre port avec --port"
    ),
    "no.serve-port-forbidden": (
        "cet utilisateur ne peut pas ouvrir le port {port} : choisis-en un à partir de 1024 avec --port"
    ),
    "no.serve-no-such-host": (
        "impossible d’écouter sur {host} : utilise une adresse de cette machine, ou 0.0.0.0 pour toutes"
    ),
    "no.serve-workers": (
        "plusieurs processus demandent une base PostgreSQL et un système qui sait faire fork : enlève --workers"
    ),
    "no.serve-changing": "un serveur sur {file} démarre ou s’arrête : réessaie dans un instant",
    # records: form
    "no.missing-key": "« {key} » manque",
    "no.unknown-format": "le format est « {found} », mais ce logiciel lit « {format} »",
    "no.unknown-rules": (
        "l’enregistrement suit la version {found} des règles, mais ce logiciel connaît la version {known}"
    ),
    "no.wrong-type": "« {key} » doit être {expected}, trouvé {found}",
    "no.line-too-long": "la ligne dépasse {limit} Mio : une ligne contient une partie",
    "no.not-utf8": "le texte n’est pas en UTF-8",
    "no.not-json": "ce n’est pas du JSON (colonne {column}) : une ligne contient un objet JSON",
    "no.too-deep": "le JSON est imbriqué sur plus de {limit} niveaux",
    "no.bad-number": "un nombre est trop grand ou n’en est pas un : écris des nombres entiers en chiffres",
    "no.duplicate-key": "la clé « {key} » figure deux fois dans un objet : n’en garde qu’une",
    "no.no-such-event": "un événement a exactement un de deal, action (avec seat), round, match",
    "no.not-gzip": "les données gzip sont abîmées ou tronquées",
    "no.no-record": "le fichier ne contient aucun enregistrement",
    "no.unreadable-file": "impossible de lire le fichier : {why}",
    # records: rules
    "no.deal-out-of-place": "aucune donne n’est attendue ici",
    "no.deal-missing": "une action figure là où une donne est attendue",
    "no.result-too-early": "un résultat figure ici, mais la manche n’est pas finie",
    "no.result-missing": "un événement « {kind} » avec le résultat doit venir ici",
    "no.wrong-result": "{key} vaut {found} : d’après les règles, c’est {right}",
    "no.after-the-end": "la partie est finie : aucun événement ne peut suivre",
    "no.wrong-count": "{key} a {found} {found:élément|éléments} : il en faut {expected_count}",
    "no.no-such-card": "{key} contient « {card} », qui n’est pas une carte de ce jeu",
    "no.card-twice": "la carte {card} figure deux fois",
    "no.card-missing": "la carte {card} manque",
    "no.wrong-colours": "future et future_hidden doivent être 10 et 2 cartes couleur, trois de chaque couleur en tout",
    "no.wrong-rotation": "{key} est le siège {found} : après la manche précédente, c’est le siège {expected_seat}",
    "no.wrong-trump": "l’atout est {found} : d’après la roue, c’est {right}",
    # verifiable deals
    "no.fair-absent": (
        "cet enregistrement n’a pas de « fair » : ses donnes n’ont pas été promises, il n’y a rien à vérifier"
    ),
    "no.fair-secret": "le secret ne correspond pas à son engagement : ce n’est pas celui qui a été promis",
    "no.fair-share": (
        "les octets de {seat} ne correspondent pas à leur engagement : ce ne sont pas ceux qui ont été promis"
    ),
    "no.fair-first": "qui commence ou distribue en premier n’est ni un siège choisi, ni celui que tire la graine",
    "no.fair-deal": "la donne de la manche {round} n’est pas celle que la graine donne : « {key} » diffère",
    "no.fair-scheme": "les donnes ont été promises par le procédé « {found} », mais ce logiciel connaît « {known} »",
    "no.fair-key": "« {key} » n’est pas une clé de {scheme} : enlève-la",
    "no.fair-hex": "« {key} » doit être {digits} chiffres hexadécimaux en minuscules, trouvé « {found} »",
    "no.fair-both": "« {key} » a à la fois « bytes » et « none » : un siège a donné des octets ou n’en a pas donné",
    "no.fair-reason": "« {key} » vaut « {found} » : un siège compte comme none pour l’une de ces raisons : {known}",
    "no.fair-committed": (
        "« {key} » a un engagement, mais compte comme none pour « {found} » : seul un siège muet peut avoir les deux"
    ),
    "no.fair-sizes": "un secret fait {secret} octets et ce que donne un siège en fait {share}",
    # terminal
    "terminal.sample": "prophétie",
    "terminal.you": "Toi",
    "terminal.bot-names": "Ada Ben Cleo Dan Eve Finn",
    "terminal.none": "-",
    "terminal.no-letters": (
        "ce terminal ne peut pas afficher la langue « {language} » (pas d’UTF-8) : on continue en anglais"
    ),
    "terminal.place.1": "1re",
    "terminal.place.2": "2e",
    "terminal.place.3": "3e",
    "terminal.place.4": "4e",
    "terminal.round": "manche {round} sur {rounds}",
    "terminal.round-open": "manche {round}",
    "terminal.trick": "pli {trick} sur {tricks}",
    "terminal.lead": "demandée",
    "terminal.no-lead": "aucune",
    "terminal.trump": "atout",
    "terminal.no-trump": "Jaguar seul",
    "terminal.phase.prophecy": "prophéties",
    "terminal.phase.bid": "annonces",
    "terminal.short-title.seven-prophecies-2017": "Seven Prophecies, 1re éd.",
    "terminal.wheel": "Atout par manche :",
    "terminal.score.points": "{score} {score:pt|pts}",
    "terminal.score.rounds": "{score} {score:manche|manches}",
    "terminal.score.tokens": "{score} {score:accomplie|accomplies}",
    "terminal.total.points": "{score} {score:point|points}",
    "terminal.total.rounds": "{score} {score:manche accomplie|manches accomplies}",
    "terminal.total.tokens": "{score} {score:prophétie accomplie|prophéties accomplies}",
    "terminal.specialists": "Spécialistes",
    "terminal.aside": "de côté, visible",
    "terminal.leads-times": "(demandée {times}x)",
    "terminal.note.gap": ", ",
    "terminal.note.turn": "à jouer",
    "terminal.note.bids": "à annoncer",
    "terminal.note.to-lead": "à entamer",
    "terminal.note.leads": "entame",
    "terminal.note.leads-first": "entame d’abord",
    "terminal.note.starter": "1er joueur",
    "terminal.note.dealer": "donneur",
    "terminal.note.chosen": "a prophétisé",
    "terminal.note.has-bid": "a annoncé",
    "terminal.note.choosing": "à prophétiser",
    "terminal.note.out": "ne peut plus finir",
    "terminal.note.void": "sans {suits}",
    "terminal.note.face-up": "annonce visible",
    "terminal.note.surrendered": "a renoncé",
    "terminal.head.open": "reste",
    "terminal.head.seat": "siège",
    "terminal.head.prophecy": "prophétie",
    "terminal.head.true": "accomplis",
    "terminal.head.points": "points",
    "terminal.head.rounds": "manches accomplies",
    "terminal.head.tokens": "prophéties accomplies",
    "terminal.head.round": "manche",
    "terminal.head.total": "total",
    "terminal.head.score": "score",
    "terminal.head.bid": "annonce",
    "terminal.head.won": "faits",
    "terminal.bid-laid": " ? posée",
    "terminal.bid-shown": "{name} {bid} = {value}",
    "terminal.bids-face-up": "Annonces visibles : ",
    "terminal.trick-before": "Dernier :",
    "terminal.trick-so-far": "Pli :",
    "terminal.surrenders": "renonce à l’entame",
    "terminal.took": "{place} {name} {card}",
    "terminal.trick-done": "Pli {trick} : ",
    "terminal.trick-won": "remporté par {name} avec {card} ; total {won}.",
    "terminal.revealed": "Les prophéties : ",
    "terminal.round-over": "La manche {round} est finie. ",
    "terminal.round-fulfilled": "Les sept accomplis au pli {trick} : {names}.",
    "terminal.round-unfulfilled": "Personne n’a accompli les sept.",
    "terminal.round-rules": "Compté selon {clauses}.",
    "terminal.bids-exact": "Annonce exacte : {names}.",
    "terminal.bids-missed": "Personne n’a réussi son annonce.",
    "terminal.part.all-seven": "les sept au pli {number}",
    "terminal.part.too-late": "les sept, mais seulement au pli {number}",
    "terminal.part.left": "reste {number}",
    "terminal.part.fewest-left": ", le moins",
    "terminal.part.tokens": "{number} sur {all}",
    "terminal.part.tricks": "{number} {number:pli|plis}",
    "terminal.part.bid-met": " + {points} pour l’annonce",
    "terminal.part.bid-missed": ", annonce ratée",
    "terminal.part.gave-up": "a renoncé à l’entame",
    "terminal.part.sum": "{parts} : {points}",
    "terminal.part.floor": ", pas sous {total}",
    "terminal.rounds.points": "prophétie et points par manche",
    "terminal.rounds.rounds": "prophétie et manches accomplies",
    "terminal.rounds.tokens": "prophétie et nombre d’accomplis",
    "terminal.rounds.bids": "annonce/plis faits et points par manche",
    "terminal.rounds-before": "1-{round}",
    "terminal.rounds-floor": "Un total ne descend pas sous {floor}.",
    "terminal.over.points": "Un total de {target} {target:point|points} ou plus finit la partie ({clause}).",
    "terminal.over.rounds-fulfilled": (
        "{target} {target:manche accomplie|manches accomplies} : la partie finit ({clause})."
    ),
    "terminal.over.tokens": "{target} {target:prophétie accomplie|prophéties accomplies} : la partie finit ({clause}).",
    "terminal.over.last-round": "La manche {rounds} était la dernière ({clause}).",
    "terminal.over.both": (
        "La manche {rounds} était la dernière, et un total de {target} {target:point|points} ou plus est atteint : "
        "l’un ou l’autre finit la partie ({clause})."
    ),
    "terminal.over.single": "La partie ne comptait qu’une manche ({clause}).",
    "terminal.winner": "La partie est finie. Vainqueur avec {total} : {names}.",
    "terminal.winners": "La partie est finie. Vainqueurs avec {total} : {names}.",
    "terminal.tie.shared": "Ils sont à égalité et partagent la victoire.",
    "terminal.tie.fewest_on_edges": (
        "Égalité ({names}) : le moins de jetons posés sur la première et la dernière place à la dernière manche a "
        "départagé ({clause})."
    ),
    "terminal.tie.nearest_to_last": "Égalité ({names}) : la place la plus basse au dernier pli a départagé ({clause}).",
    "terminal.tie.rounds_fulfilled": "Égalité ({names}) : le plus d’annonces exactes a départagé ({clause}).",
    "terminal.kept": "Partie enregistrée. Pour la revoir : {program} show {file} --line {line}",
    "terminal.record-not-written": "l’enregistrement n’a pas pu être écrit dans {file} : {why}",
    "terminal.not-kept": "la partie ne peut pas être gardée ({why}) : tu peux jouer, mais pas continuer plus tard",
    "terminal.old-kept": "La partie inachevée est enregistrée dans {file}.",
    "terminal.damaged": "la partie gardée était abîmée, elle est maintenant {file} : une nouvelle partie commence",
    "terminal.left": "La partie est gardée. Pour continuer : {program} play --resume",
    "terminal.left-unkept": "Tu as quitté la table ; cette partie n’a pas pu être gardée.",
    "terminal.unfinished": "Il y a une partie inachevée : {title}, manche {round}.",
    "terminal.prompt.resume": "Entrée = continuer, n = nouvelle partie :",
    "terminal.answer-resume": "appuie sur Entrée pour continuer, ou réponds n pour une nouvelle partie",
    "terminal.prompt.game": "Quel jeu ? (Entrée = 1)",
    "terminal.answer-game": "réponds par un nombre de 1 à {last}, ou appuie sur Entrée pour 1",
    "terminal.menu.game": "{number}. {label} : {players} joueurs, {minutes} {minutes:minute|minutes}",
    "terminal.menu.seven-prophecies": "Prédis combien de fois tu finiras 1er, 2e, 3e et dernier.",
    "terminal.menu.seven-prophecies-2017": (
        "1re édition : plus de cartes, de vraies cartes en rangée, des points à perdre."
    ),
    "terminal.menu.prophecy": "Annonce combien de plis tu feras, en payant avec des cartes de ta main.",
    "terminal.warming": "Ils se préparent encore et jouent simplement pendant quelques secondes.",
    "terminal.greet": "Tu joues contre {names}.",
    "terminal.go-on": "[Entrée]",
    "terminal.no-trick": "aucun pli n’a encore été joué dans cette manche",
    "terminal.undone": "Repris : choisis à nouveau.",
    "terminal.drawn": "Tirage : {cards}.",
    "terminal.starts-first": "{name} commence la première manche.",
    "terminal.deals-first": "{name} distribue en premier.",
    "terminal.nothing-to-wait-for": "Il n’y a personne à attendre pour l’instant.",
    "terminal.no-look-back": "Dans cette partie, personne ne revoit les plis passés.",
    "terminal.nothing-to-undo": "Il n’y a encore rien à reprendre.",
    "terminal.history": "cartes jusqu’ici",
    "terminal.gone": "jouées",
    "terminal.unseen": "non vues (autres mains, ou de côté)",
    "terminal.own-bid": "Ton annonce, hors du jeu :",
    "terminal.prompt.prophecy": "Ta prophétie (? = aide) :",
    "terminal.prompt.bid": "Ton annonce (? = aide) :",
    "terminal.prompt.tricks": "Ta carte (? = aide) :",
    "terminal.hint.prophecy": "Répartis 7 de 1re à {last}, par exemple {even}",
    "terminal.hint.bid": "Annonce {size} {size:carte|cartes} ({example}) ; somme des couleurs : {worth}",
    "terminal.hint.wait": "Annonce maintenant, ou tape « wait » pour voir d’abord l’annonce visible : {names}.",
    "terminal.hint.reach": (
        "Tu peux annoncer {reach} sur {tricks} {tricks:pli|plis} ; si c’est exact, +{bonus} {bonus:point|points}."
    ),
    "terminal.hint.picked": "Choisi : {cards} = {value} ; encore {more} à choisir (« clear » recommence).",
    "terminal.hint.surrender": "Il ne reste que le Chaman, qu’on n’entame pas : réponds 1 pour renoncer (PR-13).",
    "terminal.hint.lead": "Tu entames : toute carte sauf le Chaman",
    "terminal.hint.wins": "{true} = remporterait le pli en l’état",
    "terminal.hint.places": "{arrow} place dans le pli en l’état ; {true} = un jeton à toi y attend",
    "terminal.hint.places.seven-prophecies-2017": (
        "{arrow} place dans le pli en l’état ; {true} = un cube à toi y attend"
    ),
    "terminal.rules.seven-prophecies.prophecy": (
        "Les prophéties :\n"
        "- Prédis combien de fois tu prends chaque place : répartis les 7 jetons (SP2-4).\n"
        "- Elle reste cachée jusqu’au choix du dernier, puis fixe et visible (SP1-6).\n"
        "- La rangée montre la couleur demandée à chaque pli. Celle-ci bat\n"
        "  le reste ; puis le plus haut numéro l’emporte, toutes couleurs mêlées (SP1-8).\n"
        "- S’il te reste un jeton sur ta place, il s’accomplit. La manche finit quand les\n"
        "  sept de quelqu’un sont accomplis, ou après le pli 10 (SP2-6).\n"
        "- Les sept au pli 7, 8, 9, 10 : 5, 3, 2, 1 point ; avant le pli 10, ceux\n"
        "  des autres qui en sont le plus près marquent 1 (SP2-7)."
    ),
    "terminal.rules.seven-prophecies.tricks": (
        "Les plis :\n"
        "- Joue une carte de la couleur demandée, marquée dans la rangée, si tu en as ;\n"
        "  celui qui entame aussi. Sinon, joue ce que tu veux (SP1-7).\n"
        "- La couleur demandée bat le reste ; puis le plus haut numéro l’emporte. Entre\n"
        "  numéros égaux hors couleur, le dernier joué est plus fort (SP1-8).\n"
        "- S’il te reste un jeton sur ta place, il s’accomplit ({true}) (SP1-9).\n"
        "- La 1re place entame le pli suivant (SP1-10). La manche finit quand les sept de\n"
        "  quelqu’un sont accomplis, ou après le pli 10 (SP2-6) : 5, 3, 2, 1 points au\n"
        "  pli 7, 8, 9, 10 ; avant le pli 10, les plus proches gagnent 1 (SP2-7).\n"
        "- La partie finit à 7 points, ou après autant de manches que de joueurs (SP2-9)."
    ),
    "terminal.rules.seven-prophecies-2017.prophecy": (
        "Les prophéties :\n"
        "- Prédis combien de fois tu prends chaque place : répartis les 7 cubes (SP1-6).\n"
        "- Elle reste cachée jusqu’au choix du dernier, puis fixe et visible de tous.\n"
        "- La rangée montre la couleur demandée à chaque pli ; ses numéros ne comptent\n"
        "  pas, mais ses cartes ne sont dans la main de personne (SP1-5).\n"
        "- La couleur demandée bat le reste, puis le plus haut numéro l’emporte (SP1-8).\n"
        "- La manche finit dès que quelqu’un a accompli les sept, ou au pli 10 (SP1-11)."
    ),
    "terminal.rules.seven-prophecies-2017.tricks": (
        "Les plis :\n"
        "- Joue une carte de la couleur demandée, marquée dans la rangée, si tu en as ;\n"
        "  celui qui entame aussi. Sinon, joue ce que tu veux (SP1-7).\n"
        "- La couleur demandée bat le reste ; puis le plus haut numéro l’emporte. Entre\n"
        "  numéros égaux hors couleur, le dernier joué est plus fort (SP1-8).\n"
        "- S’il te reste un cube sur ta place, il s’accomplit ({true}) (SP1-9).\n"
        "- La 1re place entame le pli suivant (SP1-10). La manche finit quand les sept de\n"
        "  quelqu’un sont accomplis, ou après le pli 10 (SP1-11)."
    ),
    "terminal.rules.seven-prophecies-2017.standard": (
        "- Les sept accomplis : 2 points. Sinon, tu perds un point par cube restant, sauf\n"
        "  le premier (SP1-12). Autant de manches que de joueurs (SP1-15)."
    ),
    "terminal.rules.seven-prophecies-2017.first-to-two": (
        "- Variante first-to-two : sans points ; deux fois les sept gagnent (SP1-16)."
    ),
    "terminal.rules.seven-prophecies-2017.single-round": (
        "- Variante single-round : le plus de prophéties accomplies gagne ; si plusieurs\n"
        "  en ont sept, la place la plus proche de la dernière au dernier pli (SP1-17)."
    ),
    "terminal.rules.prophecy.bid": (
        "Les annonces :\n"
        "- Mets de côté des cartes de ta main ; la somme de leurs couleurs dit combien de\n"
        "  plis tu feras : Soleil 0, Lance 1, Vipère 2, Aigle 3. Les numéros ne comptent\n"
        "  pas, les Spécialistes sont exclus, et ces cartes sortent de la manche (PR-4).\n"
        "- Chaque pli fait vaut un point ; une annonce exacte rapporte un bonus (PR-15).\n"
        "- Entre la première et la dernière manche, à 3 ou plus : le plus haut score\n"
        "  annonce d’abord, à découvert (PR-5). Les autres restent cachées (PR-16)."
    ),
    "terminal.rules.prophecy.early-bids": (
        "- On peut annoncer face cachée avant les annonces visibles ou attendre (PR-22)."
    ),
    "terminal.rules.prophecy.wheel": "- L’ordre des atouts est supposé ; --option wheel=... fixe le tien (PR-20).",
    "terminal.rules.prophecy.tricks": (
        "Les plis :\n"
        "- Fournis à la couleur demandée si tu en as, ou joue un Spécialiste ; sinon joue\n"
        "  ce que tu veux (PR-9). On n’entame pas le Chaman (PR-7).\n"
        "- Le plus fort atout gagne, puis le Singe, puis la plus forte carte demandée\n"
        "  (PR-12). Le gagnant entame le pli suivant (PR-6).\n"
        "- Un point par pli, un bonus si tu fais exactement ce que tu as annoncé (PR-15)."
    ),
    "terminal.rules.prophecy.specialists": (
        "- Jaguar : plus fort atout. Singe : bat tout sauf l’atout. Lézard : plus bas de\n"
        "  la couleur demandée (PR-10). Chaman : la carte d’avant, plus un demi (PR-11).\n"
        "- En entame, le Jaguar demande l’atout, le Lézard une couleur que tu nommes\n"
        "  (Lizard:S), le Singe une couleur hors atout (Monkey:V) (PR-8).\n"
        "- S’il faut entamer avec le seul Chaman, renonce : 0 point cette manche (PR-13)."
    ),
    "terminal.rules.prophecy.specialists-no-trump": (
        "- Jaguar : seul atout. Singe : bat tout sauf le Jaguar. Lézard : plus bas de la\n"
        "  couleur demandée (PR-10). Chaman : la carte d’avant, plus un demi (PR-11).\n"
        "- En entame, le Jaguar ne demande rien : chacun joue ce qu’il veut ; le\n"
        "  Singe et le Lézard demandent une couleur que tu nommes (Monkey:V) (PR-19).\n"
        "- S’il faut entamer avec le seul Chaman, renonce : 0 point cette manche (PR-13)."
    ),
    "terminal.rules.prophecy.short": "- Variante short : cinq manches ; à la 5e, seul le Jaguar est atout (PR-18).",
    "terminal.commands.prophecy": "Réponds {split}, ou {digits}, ou le numéro d’une répartition affichée.",
    "terminal.commands.bid": "Réponds S3+V4+E9, ou des numéros de cartes (2 5 9) ; « clear » efface tout.",
    "terminal.commands.tricks": "Réponds par une carte comme {example}, ou son numéro.",
    "terminal.legend.seven": (
        "Plateau : jetons ouverts par place et joueur (A, B, ...), puis les cartes :\n"
        "{example}{true}A est la carte {example} du joueur A avec son jeton dessus."
    ),
    "terminal.legend.seven.seven-prophecies-2017": (
        "Plateau : cubes ouverts par place et joueur (A, B, ...), puis les cartes :\n"
        "{example}{true}A est la carte {example} du joueur A avec son cube dessus."
    ),
    "terminal.commands": "Commandes : hint, undo, history (cartes jouées), quit (partie gardée), ?",
    "terminal.show.count": "{file} contient {count} {count:partie|parties} ; voici le numéro {line} (--line choisit).",
    "terminal.show.prompt": "Entrée=pli a=action b=retour r=manche g N s QUI|all w=et si q=quitter [{at}/{last}] :",
    "terminal.show.help": (
        "réponds par Entrée (pli suivant), a (action suivante), b (retour), r (manche suivante), g et une manche, s et "
        "un siège (nom, lettre ou numéro) ou all, w et un siège (jouer à partir d’ici contre des bots), ou q"
    ),
    "terminal.show.dealt": "Manche {round} : les cartes sont distribuées.",
    "terminal.show.took": "{name} : {action}",
    "terminal.show.unfinished": "L’enregistrement s’arrête ici : la partie est inachevée.",
    "terminal.show.start": "L’enregistrement n’a pas de donne : il n’y a rien à montrer.",
    "no.terminal-empty": "rien de saisi : réponds par un numéro ou en notation, ou ? pour l’aide",
    "no.terminal-unknown": "« {text} » n’est ni une carte ni une commande : ? montre ce que tu peux répondre",
    "no.terminal-number": "il n’y a pas de numéro {found} ici : choisis de 1 à {last}",
    "no.terminal-split": "une prophétie a {places} nombres, un par place : écris par exemple 2-1-1-3",
    "no.terminal-bots-count": (
        "{found} {found:bot ne suffit|bots ne suffisent} pas pour {others} {others:autre siège|autres sièges} : "
        "donnes-en un par siège, ou un pour tous"
    ),
    "no.terminal-nothing-to-resume": "il n’y a pas de partie inachevée : commences-en une avec {program} play",
    "no.terminal-no-directory": "impossible d’écrire {file} : son répertoire n’existe pas",
    "no.terminal-no-file": "il n’y a pas de fichier {file} : donne le chemin d’un enregistrement",
    "no.terminal-no-seat": "il n’y a pas de siège « {found} » : choisis parmi {names}, ou de 0 à {last}",
    "no.terminal-no-line": "le fichier n’a pas de partie {found} : choisis de 1 à {last}",
    # the page of a simulation
    "report.title": "{games} : {matches} {matches:partie|parties} chacun",
    "report.title-one": "{games} : {matches} {matches:partie|parties}",
    "report.intro": (
        "Ce qui arrive quand des bots jouent : {rounds} {rounds:manche|manches}, graine {seed}. Tous les chiffres "
        "viennent des lignes de chaque siège et de chaque manche."
    ),
    "report.intro-fast": (
        "Ce qui arrive quand des bots jouent : {rounds} {rounds:manche|manches}, graine {seed}, par des noyaux "
        "compilés. Tous les chiffres viennent des lignes de chaque siège et de chaque manche."
    ),
    "report.contents": "Sommaire",
    "report.game": "{game}, {players} joueurs",
    "report.figures": "chiffres",
    "report.seat": "siège",
    "report.seat-bot": "{number} · {bot}",
    "report.bot": "bot",
    "report.mean": "moyenne",
    "report.least": "5 %",
    "report.median": "médiane",
    "report.most": "95 %",
    "report.count": "nombre",
    "report.share": "part",
    "report.total": "tous",
    # at a glance
    "report.glance": "En bref",
    "report.glance-lead": "Les chiffres qui bougent les premiers quand les règles changent.",
    "report.glance-matches": "parties",
    "report.glance-rounds": "manches",
    "report.glance-length": "manches par partie",
    "report.glance-tricks": "plis par manche",
    "report.glance-decisions": "décisions par partie et siège",
    "report.glance-score": "score final d’un siège",
    "report.glance-fulfilled": "prophéties accomplies",
    "report.glance-nobody": "manches où personne n’accomplit",
    "report.glance-first": "parties gagnées par la première entame",
    "report.glance-fair": "de même si les sièges étaient égaux",
    "report.glance-tied": "parties à égalité de score",
    "report.glance-shared": "victoires partagées",
    "report.glance-chart": "Prophéties accomplies, par jeu",
    "report.glance-chart-text": "Pour chaque jeu, la part des prophéties accomplies, avec son intervalle.",
    # scores
    "report.scores": "Scores finaux",
    "report.scores-lead": "Comment les parties finissent pour chaque siège. Le trait de chaque ligne est la moyenne.",
    "report.scores-chart": "Scores finaux par siège",
    "report.scores-chart-text": "Pour chaque siège, la fréquence de chaque score final ; moyennes de {low} à {high}.",
    "report.scores-axis": "score à la fin d’une partie",
    "report.wins": "parties gagnées",
    # start
    "report.starts": "Entamer d’abord, est-ce un avantage ?",
    "report.starts-lead": (
        "Sièges comptés à partir de celui qui entame le premier pli d’une manche. La ligne en tirets est ce "
        "qu’auraient des sièges égaux ; un intervalle qui la manque montre un avantage ou un handicap."
    ),
    "report.starts-chart": "Points par manche, selon le siège à gauche de la première entame",
    "report.starts-chart-text": (
        "Points moyens par manche selon la distance à la première entame, avec intervalles à 95 % ; le plus grand "
        "écart est de {gap} {gap:point|points}."
    ),
    "report.starts-axis": "points par manche",
    "report.starts-match-chart": "Parties gagnées, selon le siège à gauche de la première entame de la manche 1",
    "report.starts-match-chart-text": (
        "Part des parties gagnées selon la distance au siège qui a entamé le tout premier pli, avec intervalles à 95 %."
    ),
    "report.starts-match-axis": "part des parties",
    "report.first": "première entame",
    "report.away": "{number} à gauche",
    "report.start": "siège",
    "report.points": "points par manche",
    "report.rounds-won": "manches gagnées",
    "report.fulfilled": "accomplies",
    # prophecies
    "report.prophecies": "Quand les prophéties s’accomplissent",
    "report.prophecies-lead": (
        "Une manche de Seven Prophecies finit au pli où, pour la première fois, un siège accomplit les sept."
    ),
    "report.bids": "Précision des annonces",
    "report.bids-lead": "À Prophétie, une annonce réussit quand on fait autant de plis qu’annoncé.",
    "report.both-lead": (
        "Une manche de Seven Prophecies finit au pli où, pour la première fois, un siège accomplit les sept ; à "
        "Prophétie, une annonce réussit quand on fait autant de plis qu’annoncé."
    ),
    "report.tricks-chart": "Prophéties accomplies, par pli",
    "report.tricks-chart-text": (
        "Part de toutes les prophéties, une par siège et par manche, accomplies à chaque pli ; en tout {share}."
    ),
    "report.tricks-axis": "pli où la manche a fini",
    "report.tricks-up": "de toutes les prophéties",
    "report.trick": "pli",
    "report.rounds-ended": "manches finies",
    "report.came-true": "accomplies",
    "report.none-true": "10, personne",
    "report.left-chart": "Jetons encore ouverts à la fin d’une manche",
    "report.left-chart-text": (
        "Part des sièges et manches selon le nombre de jetons restants ; aucun reste, c’est une prophétie accomplie."
    ),
    "report.left-axis": "jetons restants",
    "report.left-up": "des sièges et manches",
    "report.missed-chart": "Plis faits moins plis annoncés",
    "report.missed-chart-text": (
        "Part des sièges et manches selon les plis faits moins l’annonce ; zéro est une annonce exacte, {share} du "
        "total."
    ),
    "report.missed-axis": "plis faits moins annonce",
    "report.apart": "faits moins annonce",
    "report.seats-fulfilled": "Places qui réussissent à la même manche",
    "report.seats": "sièges",
    "report.of-rounds": "des manches",
    # choices
    "report.choices": "Quelles prophéties sont choisies, et ce qu’elles donnent",
    "report.choices-lead": (
        "La fréquence de chaque prophétie, et combien de fois elle s’accomplit alors. Une forme est une répartition "
        "dans n’importe quel ordre de places : 3-2-1-1 vaut pour 1-3-1-2 et toutes ses pareilles."
    ),
    "report.choices-lead-bids": "La fréquence de chaque annonce, et combien de fois elle réussit alors.",
    "report.shapes-chart": "Formes de répartition : choisies et accomplies",
    "report.shapes-chart-text": (
        "Pour chaque forme de répartition, sa part de toutes les prophéties, et la partie accomplie avec son "
        "intervalle ; la meilleure est {best}."
    ),
    "report.bids-chart": "Annonces : choisies et réussies",
    "report.bids-chart-text": (
        "Pour chaque annonce, sa part de toutes les annonces, et la partie réussie avec son intervalle ; la meilleure "
        "est {best}."
    ),
    "report.chosen": "choisie",
    "report.then-fulfilled": "puis accomplie",
    "report.shape": "forme",
    "report.bid": "annonce",
    "report.split": "répartition",
    "report.best-splits": (
        "Les dix répartitions qui s’accomplissent le plus souvent, parmi celles choisies au moins {least} "
        "{least:fois|fois}"
    ),
    "report.all-splits": "{count} {count:répartition choisie|répartitions choisies} en tout",
    # lengths
    "report.lengths": "Durée des parties",
    "report.lengths-lead": "Manches jusqu’à la fin d’une partie.",
    "report.lengths-chart": "Manches dans une partie",
    "report.lengths-chart-text": "Part des parties selon leur nombre de manches ; la moyenne est {mean}.",
    "report.lengths-axis": "manches",
    "report.lengths-up": "des parties",
    "report.lengths-more": "{number} ou plus",
    # decisions
    "report.decisions": "Décisions",
    "report.decisions-lead": "Une décision est une prophétie, une annonce ou une carte avec plus d’un choix permis.",
    "report.decisions-chart": "Décisions dans une partie, tous sièges ensemble",
    "report.decisions-chart-text": "Combien de fois une partie a ce nombre de décisions ; la moyenne est {mean}.",
    "report.decisions-axis": "décisions dans une partie",
    "report.per-match": "par partie",
    "report.per-seat": "par partie et siège",
    "report.per-round": "par manche et siège",
    "report.decisions-row": "décisions",
    "report.actions-row": "actions, y compris forcées",
    "report.forced": "forcées",
    # ties
    "report.ties": "Égalités, et comment on les départage",
    "report.ties-lead": "Parties selon la façon dont le vainqueur s’est décidé.",
    "report.ties-chart": "Comment se décident les parties",
    "report.ties-chart-text": "Part des parties gagnées seul, départagées, ou partagées.",
    "report.ties-up": "des parties",
    "report.tie.outright": "seul",
    "report.tie.broken": "égalité, départagée",
    "report.tie.partly": "égalité, en partie",
    "report.tie.shared": "égalité, partagée",
    "report.tie-text.outright": "un siège avait le plus haut score",
    "report.tie-text.broken": "égalité ; le départage a donné un vainqueur",
    "report.tie-text.partly": "égalité ; le départage en a laissé plusieurs",
    "report.tie-text.shared": "égalité ; la victoire est partagée par tous",
    "report.rule.fewest_on_edges": (
        "Départage ({clause}) : le moins de jetons posés sur la première et la dernière place à la dernière manche ; "
        "sinon, partage."
    ),
    "report.rule.shared": "Départage ({clause}) : aucun, les sièges à égalité partagent la victoire.",
    "report.rule.nearest_to_last": (
        "Départage ({clause}) : entre sièges ayant accompli les sept, la place la plus proche de la dernière au "
        "dernier pli ; sous sept, partage."
    ),
    "report.rule.rounds_fulfilled": "Départage ({clause}) : le plus de manches accomplies ; sinon, partage.",
    # how
    "report.how": "D’où viennent ces chiffres",
    "report.how-text": (
        "± et les barres à bouts sont des intervalles à 95 %. Les moyennes par siège sont des rapports sur les "
        "parties, avec la dispersion entre parties (les manches d’une partie ne sont pas indépendantes) ; les parts de "
        "prophéties et de parties ont l’intervalle de Wilson. Une manche compte pour les sièges qui y ont le plus de "
        "points, à parts égales ; pour toutes si personne n’a marqué."
    ),
    "report.how-seed": "La même commande donne la même page, octet pour octet. Fait par Foretold {version}.",
    # refusals of simulate, arena and their files
    "no.against-form": (
        "« {text} » n’est pas un jeu à comparer : écris JEU, JEU:VARIANTE ou JEU:clé=valeur, par exemple prophecy:short"
    ),
    "no.fast-bots": "--fast joue pour random ou greedy à tous les sièges : donne --bots random ou --bots greedy",
    "no.parquet-missing": "pour Parquet, il faut pyarrow : pip install foretold[parquet]",
    "no.dask-missing": "pour --dask, il faut Dask : pip install foretold[dask]",
    "no.dask-or-jobs": "--jobs lance des processus ici, --dask utilise ceux d’une grappe : donne l’un des deux",
    "no.dask-address": "« {address} » n’est pas l’adresse d’un ordonnanceur : écris par exemple tcp://10.0.0.5:8786",
    "no.dask-unreachable": "il n’y a pas d’ordonnanceur Dask à {address} : {why}",
    "no.dask-no-workers": (
        "l’ordonnanceur à {address} n’a pas de processus de travail : lances-en un avec dask worker {address}"
    ),
    "no.dask-workers-unfit": (
        "les processus de travail à {address} ne peuvent pas jouer : installes-y la même version de Foretold ({why})"
    ),
    "no.dask-lost": "la grappe à {address} est perdue ({why}) : démarre-la et réessaie",
    "no.workers-killed": "des processus de travail sont sans cesse tués ({why}) : y a-t-il assez de mémoire ?",
    "no.simulate-no-simulation": "{file} n’est pas un fichier de simulation : choisis un autre nom avec --out",
    "no.simulate-other-plan": (
        "{file} contient une autre simulation ({key} : {found} là-bas, {wanted} ici) : donne un autre nom à --out"
    ),
    "no.simulate-bad-batch": (
        "{file} est abîmé dans le lot de la partie {match} : supprime-le, ou choisis un autre --out"
    ),
    "simulate.kept": (
        "{matches} {matches:partie est enregistrée|parties sont enregistrées} dans {file}. Pour continuer : la même "
        "commande avec --resume"
    ),
    # challenges: the same match for everybody
    "no.challenge-once": "cette table ne sert qu’à une partie : les autres aussi jouent ces cartes une seule fois",
    "no.challenge-alone": "personne d’autre ne peut jouer ce siège : la partie attend son joueur",
    "no.challenge-counts": "cette partie compte, tu ne peux donc rien reprendre ; lors d’un autre essai, oui",
    # evenings
    "no.no-such-evening": "cette soirée tournoi n’existe pas, ou a fini il y a longtemps",
    "no.evening-over": "cette soirée tournoi est finie",
    "no.evening-full": "il y a déjà {limit} personnes ici, c’est la limite",
    "no.evening-too-late": "la dernière ronde est en cours : c’est trop tard pour entrer",
    "no.evening-not-over": "cette soirée tournoi n’est pas encore finie",
    "no.evening-too-few": "une ronde demande au moins {limit} personnes",
    "no.evening-seats": "en tournoi, les sièges ne changent pas de main : d’autres jouent les mêmes cartes",
    "no.not-at-evening": "tu ne participes pas à cette soirée tournoi",
    "no.no-such-member": "personne ici n’a ce numéro",
    "no.round-running": "d’autres jouent encore ces cartes : attends que toutes les tables aient fini la ronde",
    "no.too-many-evenings": "il y a déjà trop de soirées tournoi : finis-en une d’abord",
    "no.too-many-evenings-here": "trop de soirées tournoi sont ouvertes depuis ton réseau : finis-en une, ou attends",
    "no.too-many-evenings-open": "ce serveur a autant de soirées tournoi qu’il peut en tenir : réessaie plus tard",
    # groups
    "no.no-such-group": "ce groupe n’existe pas, ou tu n’en es pas membre : demande le lien d’invitation à un membre",
    "no.no-such-invitation": "cette invitation n’est plus valable : demande le lien actuel à un membre",
    "no.no-such-group-member": "cette personne n’est plus membre",
    "no.not-group-owner": "seul le responsable du groupe peut faire cela",
    "no.too-many-groups": "tu es déjà dans {limit} groupes : quittes-en un d’abord",
    "no.group-full": "ce groupe a {limit} membres, c’est la limite",
    "no.group-name": "donne un nom au groupe",
    "no.no-such-start": "cette soirée est passée ou déplacée : regarde les dates actuelles",
    "no.no-schedule": "ce groupe n’a pas de soirées prévues",
    "no.no-hook": "ce groupe n’a pas de webhook de chat : mets-en un d’abord",
    "no.not-callable": (
        "cette personne ne peut pas être appelée : elle ne l’accepte pas, ou l’a été dans la dernière heure"
    ),
    "no.nobody-callable": (
        "personne ne peut être appelé maintenant : ils ne l’acceptent pas, ou l’ont été dans la dernière heure"
    ),
    "no.called-already": "quelqu’un a appelé cette personne dans la dernière heure",
    "no.no-such-companion": "tu n’as pas joué avec cette personne",
    "call.call": "{name} aimerait jouer avec toi",
    "call.call-group": "{group} : {name} aimerait jouer",
    "post.opened": "{group} : {names} a ouvert une table de {game}. Places libres : {free}.",
    "post.full": "{group} : la table de {game} est complète.",
    "post.turn": "{group} : {game}, c’est à {names}.",
    "post.result": "{group} : victoire à {game} : {names} ({scores}).",
    "post.call": "{group} : {called}, {names} aimerait jouer.",
    "post.test": "{group} : ce chat reçoit maintenant des nouvelles de Foretold.",
    # people
    "no.no-such-words": "ces mots ne correspondent pas : ils servent une fois, pendant dix minutes",
    "no.no-such-device": "cet appareil n’existe pas, ou c’est celui-ci",
    "no.too-many-devices": "tu as déjà {limit} appareils : retires-en un d’abord",
    "call.turn": "{table} : à toi",
    "call.friend": "Un ami a joué tes cartes",
    "call.opened": "{name} a ouvert une table de {game} : {seats} {seats:siège libre|sièges libres}",
    "no.serve-hosts": "{name} vaut « {found} » : donne des noms comme chat.example.org,*.push.example.org, ou none",
    "no.serve-contact": (
        "{name} vaut « {found} » : donne une adresse comme mailto:somebody@example.org ou https://example.org"
    ),
    "no.no-such-listener": "aucune notification ne va là",
    "no.not-called": "ce serveur n’envoie pas de notifications là : {found}",
    "no.too-many-listeners": "tu reçois déjà des notifications à {limit} endroits : retires-en un d’abord",
    "no.challenge-no-kernels": "les bots ne peuvent pas jouer cela ici : leur code ne se compile pas sur cette machine",
    "no.no-such-day": "il n’y a pas de partie du jour pour cette date : choisis aujourd’hui ou un jour passé",
    "no.match-sealed": "d’autres jouent encore ces cartes : reviens quand la journée sera finie",
    "no.challenge-of-what-if": "un « et si » n’a pas de graine : défie des amis avec la partie elle-même",
    "no.no-such-challenge": "ce défi n’existe pas : redemande son lien",
    "no.challenge-ended": "ce défi est terminé : crées-en un nouveau",
    "no.too-many-challenges": "trop de défis à la fois : attends une minute",
    "no.too-many-comparisons": "les bots sont pris par d’autres parties : redemande dans un moment",
    "no.comparison-of-people": (
        "les bots ne peuvent jouer tes cartes qu’après une partie contre des bots jouée jusqu’au bout"
    ),
    "terminal.daily.promised": "{day} : les cartes sont fixées. SHA-256 de leur secret : {commitment}",
    "terminal.daily.there": (
        "{played} {played:personne l’a jouée|personnes l’ont jouée}. Tous les résultats, et ses cartes quand la "
        "journée sera finie : {page}"
    ),
    "terminal.daily.holds": "{day} : c’est bien le secret promis.",
    "terminal.daily.preparing": "Les bots se préparent. La première fois, cela prend une minute.",
    "terminal.daily.result": "{points} {points:point|points}",
    "terminal.daily.won": "{points} {points:point|points}, gagné",
    "no.daily-broken": "le secret du {day} n’est pas celui qui a été promis",
    "no.daily-unreachable": "impossible d’obtenir la partie du jour de {server} : {why}",
    # ratings
    "no.no-ladder": "ce serveur n’a pas de classement pour ce jeu",
    "ratings.again": "Recalculé : {matches} {matches:partie|parties}, {ratings} {ratings:cote|cotes}.",
    "ratings.same": "Rien n’a changé.",
    "ratings.changed": "{count} {count:cote a|cotes ont} changé.",
    # the daily match of a server
    "terminal.daily.left": "La partie t’attend là-bas : lance la même commande pour continuer.",
    "terminal.daily.rank": "Ton résultat : {points} {points:point|points} ; {better} des {others} autres en ont moins.",
}
