"""English: a language is its file, which holds all that people read in it."""

NAME = "English"
FORMS = ("one", "other")  # the plural categories of CLDR, in its order; a phrase gives them as {count:match|matches}


def form(number: str) -> str:
    """Which of the forms goes with a number as it is written: 1 match, but 1.0 matches."""
    return "one" if number == "1" else "other"


PHRASES: dict[str, str] = {
    # small parts
    "join": ", ",
    "seat": "seat {number}",
    "where.line": "line {line}",
    "where.event": "event {event}",
    "type.text": "a string",
    "type.texts": "a list of strings",
    "type.integer": "a whole number",
    "type.integers": "a list of whole numbers",
    "type.object": "an object",
    "type.list": "a list",
    "type.seats": "a list with one object per seat",
    "type.json": "plain JSON",
    # titles and their variants
    "title.seven-prophecies": "Seven Prophecies",
    "title.seven-prophecies-2017": "Seven Prophecies, first edition",
    "title.prophecy": "Prophecy",
    "variant.seven-prophecies-2017.first-to-two": "first to two",
    "variant.seven-prophecies-2017.single-round": "single round",
    "variant.prophecy.short": "short",
    # suits
    "suit.seven-prophecies.B": "Broom",
    "suit.seven-prophecies.M": "Mushroom",
    "suit.seven-prophecies.P": "Potion",
    "suit.seven-prophecies.S": "Spellbook",
    "suit.seven-prophecies-2017.S": "Star",
    "suit.seven-prophecies-2017.M": "Moon",
    "suit.seven-prophecies-2017.E": "Eye",
    "suit.seven-prophecies-2017.R": "Rod",
    "suit.prophecy.S": "Sun",
    "suit.prophecy.P": "Spear",
    "suit.prophecy.V": "Viper",
    "suit.prophecy.E": "Eagle",
    "specialist.Jaguar": "Jaguar",
    "specialist.Monkey": "Monkey",
    "specialist.Shaman": "Shaman",
    "specialist.Lizard": "Lizard",
    # a view as text, for language models and people (docs/adapters.md: the form is stable)
    "text.line": "{label}: {value}",
    "text.game": "{title} ({name}), {players} players",
    "text.seat": "seat {seat}",
    "text.you": "seat {seat} (you)",
    "text.spectator": "spectator",
    "text.none": "none",
    "text.met": " fulfilled",
    "text.token": " token",
    "text.place": " #{place}",
    "text.takes": " takes it",
    "text.chosen": "chosen (hidden)",
    "text.not-chosen": "not chosen yet",
    "text.nothing-played": "nothing played yet",
    "text.any-bid": "any {size} cards of the hand that have a suit, in deck order, joined by +, such as {example}",
    "text.phase.deal": "waiting for the deal",
    "text.phase.prophecy": "prophecies",
    "text.phase.bid": "bids",
    "text.phase.tricks": "tricks",
    "text.phase.over": "the match is over",
    "text.label.game": "Game",
    "text.label.options": "Options",
    "text.label.suits": "Suits",
    "text.label.seat": "Seen by",
    "text.label.round": "Round",
    "text.label.phase": "Phase",
    "text.label.scores": "Scores",
    "text.label.last-round": "Points of the last round",
    "text.label.future": "Future row (lead suit of each trick)",
    "text.label.open": "Set aside face up",
    "text.label.starter": "Leads the first trick",
    "text.label.prophecies": "Prophecies (tokens by place, 1st first)",
    "text.label.left": "Tokens left",
    "text.label.trick": "Trick {number} (lead {lead})",
    "text.label.trick-now": "Trick {number}, running (lead {lead})",
    "text.label.winning": "Wins the trick so far",
    "text.label.wheel": "Trump by round",
    "text.label.trump": "Trump",
    "text.label.dealer": "Dealer",
    "text.label.open-bidders": "Bid first, face up",
    "text.label.bids": "Bids",
    "text.label.won": "Tricks won",
    "text.label.voids": "Holds no card of",
    "text.label.unseen": "Cards not seen",
    "text.label.hand": "Hand",
    "text.label.to-act": "To act",
    "text.label.winners": "Won by",
    "text.label.legal": "Legal actions ({count})",
    # loading a game, a bot
    "no.unknown-game": "there's no game called '{found}': choose from {known}",
    "no.player-count": "this game can't be played by {found}: it takes {players} players",
    "no.no-such-option": "there's no option '{option}': this game has {known}",
    "no.wheel-letters": "'{found}' isn't a trump wheel: use {count} letters out of {letters}, such as {example}",
    "no.wheel-each-once": "'{found}' isn't a trump wheel: use {letters}, each once, such as {example}",
    "no.option-not-for-agents": "environments don't play with option {option}: they ask one agent after another",
    "no.option-value": "'{found}' isn't a value of option {option}: choose from {choices}",
    "no.seed": "a seed is a whole number from 0 to 2^64-1, or 32 bytes",
    "no.no-such-seat": "there's no seat {found}: seats are 0 to {last}",
    "no.wrong-names": "names must be {players} strings, one per seat",
    "no.unknown-bot": "there's no bot called '{found}': choose from {known}",
    "no.cheat": "the bot 'cheat' sees all hands, so it only plays in the arena",
    "no.bot-setting": "the bot '{bot}' doesn't take these settings: {found}",
    # notation
    "no.unreadable": "'{text}' isn't an action in this game: write for example {example}",
    "no.no-prophecies-here": "'{text}' is a prophecy, but this game has bids: write for example S3+V4+E9",
    "no.bid-order": "'{text}' isn't in deck order: write {right}",
    # illegal actions
    "no.match-over": "the match is over: nothing more can be played",
    "no.wait-for-deal": "the cards haven't been dealt yet: wait for the deal",
    "no.not-your-turn": "it's not your turn: wait for {seats}",
    "no.open-bids-first": "whoever has the highest score bids first, face up: wait for {seats}",
    "no.prophecy-stands": "you've already made your prophecy: wait for the others",
    "no.bid-stands": "you've already placed your bid: wait for the others",
    "no.prophecy-first": "make your prophecy first: split seven tokens over the places, such as 2-1-1-3",
    "no.prophecy-first.seven-prophecies-2017": (
        "make your prophecy first: split seven cubes over the places, such as 2-1-1-3"
    ),
    "no.bid-first": "place your bid first: cards joined by +, such as S3+V4+E9",
    "no.prophecy-is-over": "all prophecies have been made: play a card",
    "no.bid-is-over": "all bids have been placed: play a card",
    "no.not-in-hand": "you don't have {card}: choose a card from your hand",
    "no.must-follow": "you have {suit} cards, so you must follow {suit}",
    "no.must-follow-or-specialist": "you have {suit} cards: follow {suit} or play a Specialist",
    "no.wrong-places": "that splits over {found} {found:place|places}: give tokens for {places} places, zeros included",
    "no.wrong-places.seven-prophecies-2017": (
        "that splits over {found} {found:place|places}: give cubes for {places} places, zeros included"
    ),
    "no.not-seven": "that places {found} {found:token|tokens}: place all {tokens}",
    "no.not-seven.seven-prophecies-2017": "that places {found} {found:cube|cubes}: place all {tokens}",
    "no.no-specialist-in-bid": "the {specialist} can't be bid: bid suited cards only",
    "no.bid-size": "that bid has {found} {found:card|cards}: use {size}",
    "no.shaman-leads": "you can't lead the Shaman: lead any other card",
    "no.must-surrender": "you can't lead the Shaman and have nothing else: surrender the lead",
    "no.no-surrender": "you can only surrender when it's your lead and you have nothing but the Shaman: play a card",
    "no.name-a-suit": "when you lead the {specialist}, name a suit: write for example {example}",
    "no.monkey-names-trump": "the Monkey can't name the trump suit, {trump}: name another suit",
    "no.suit-is-led": "a suit has already been led: play the {specialist} without naming one",
    # numbered actions and environments
    "no.action-number": "'{found}' isn't an action number: use a whole number from 0 to {last}",
    "no.batch-size": "'{found}' isn't a batch size: use a whole number from 1 up",
    "no.batch-numbers": "{option} needs {size} whole numbers, one for each environment (seeds from 0 to 2⁶⁴ − 1)",
    "no.batch-buffer": "buffer {option} must be a writable, contiguous array of shape {shape} and type {type}",
    "no.opponents-count": "{players} players need {wanted} opponents, one for each other seat, not {found}",
    "no.bid-ascending": (
        "{size} {size:card is|cards are} bid one by one in deck order: choose a later card with enough behind it"
    ),
    "no.no-match-yet": "there's no match yet: call reset first",
    "no.dead-step": "this episode is over: step with None, or reset",
    "no.no-such-agent": "there's no agent '{found}': choose from {known}",
    "no.no-render-mode": "rendering needs a render_mode: choose from {choices}",
    # the table server
    "no.table-closed": "this table is closed: open or join another",
    "no.no-such-table": "this table doesn't exist: ask for its link again",
    "no.no-such-match": "this match doesn't exist or is private: ask a player for a share link",
    "no.no-such-token": "this token doesn't open a seat at this table: ask the host for a new one",
    "no.no-such-link": "this link has been used or has expired: ask for a new one",
    "no.no-such-page": "there's nothing at this address: /api/openapi.json lists what there is",
    "no.no-such-method": "this address doesn't accept that method: see /api/openapi.json",
    "no.no-such-language": "there's no language '{found}': choose from {known}",
    "no.no-such-phrase": "there's no phrase '{found}': choose from {known}",
    "no.seats-for-people": "{people} people are seated here, too many for a table of {players}",
    "no.queue-full": "{limit} people are already waiting for a seat",
    "no.no-drop-in": "visitors can't take over a bot's seat at this table",
    "no.had-seat": "you had a seat in this match; you can play the next one",
    "no.seat-taken": "{seat} is taken: choose a free one",
    "no.not-your-seat": "{seat} isn't yours: act for your own seat",
    "no.no-such-line": "there's no such chat line by somebody else",
    "no.no-such-reaction": "you can't use the reaction '{found}': choose from {known}",
    "no.not-seated": "you don't have a seat at this table: take one first",
    "no.nobody-there": "{seat} isn't held by a person: choose a seat that is",
    "no.not-gone": "{seat} isn't being played by a stand-in: only the seat of someone who has left can be given away",
    "no.seen-cards": "you've seen another seat's cards in this match, so {seat} has to go to someone else",
    "no.take-back-alone": "you can only take back when you play with bots alone: other people have seen your move",
    "no.nothing-to-take-back": "there's nothing to take back: you haven't decided anything in this match",
    "no.hurry-alone": "you can only hurry bots when you play with bots alone: other people want to watch",
    "no.nobody-known": "we don't know your name yet: send it with POST /api/me first",
    "no.not-host": "only the host can do that: ask the host",
    "no.needs-open": "you can only do that before a match starts: wait until this one is over",
    "no.needs-playing": "you can only do that during a match: wait until it starts",
    "no.needs-over": "you can only do that after a match: play it to the end",
    "no.no-match-running": "no match is being played: wait until it starts",
    "no.days-only": "that's only for correspondence tables",
    "no.plan-in-turn": "it's your turn: play the card itself",
    "no.plan-not-in-hand": "you can only choose a card from your hand in advance",
    "no.no-passkeys-here": "passkeys need https and a name for the server: add the passkey there",
    "no.no-such-passkey": "this server doesn't know that passkey: use another, or the six words of a device you have",
    "no.passkey-refused": "that passkey didn't work, or took too long: try again",
    "no.too-many-passkeys": "you have {limit} passkeys: remove one first",
    "no.stale": "that was for decision {found} of this seat, which has already made {made}: look again and choose",
    "no.paused": "the host has paused the match: wait until it resumes",
    "no.too-late-for-bytes": "your random bytes are no longer needed: the match goes on without them",
    "no.bytes-not-asked": "random bytes are only accepted once every commitment is in: wait to be asked",
    "no.bytes-do-not-fit": "these bytes don't match your commitment: send the same 16 bytes",
    "no.no-chat": "this table has no chat",
    "no.phrases-only": "this table only allows preset phrases: choose one",
    "no.watchers-silent": "spectators can't chat at this table",
    "no.too-many-reactions": "you can react once every five seconds",
    "no.too-much-talk": "you're sending messages too fast: wait a few seconds",
    "no.too-many-applications": "you're asking for seats too fast: wait a little",
    "no.search-nothing": "choose at least one game, and live or correspondence",
    "no.unknown-zone": "'{found}' isn't a time zone: give a name such as Europe/Berlin",
    "no.nothing-said": "that message is empty: write or choose something",
    "no.no-spectators": "this table has no spectators: only its players can see the match",
    "no.seats-of-table": "a table for {players} needs {players} seats: give one wish per seat",
    "no.seat-wish": "'{found}' isn't a seat wish: write me, open, external or bot:NAME",
    "no.nobody-to-play": "nobody would be playing at this table: keep a seat for yourself, a friend or a bot of yours",
    "no.too-many-of-yours": "you already have {limit} open tables, which is the limit: close one first",
    "no.too-many-from-here": "your network already has {limit} open tables, which is the limit: close one, or wait",
    "no.too-many-tables": "this server is full: try again later",
    "no.too-fast": "you're sending messages faster than this server reads them: slow down",
    "no.too-many-requests": "you're sending requests faster than this server answers them: slow down",
    "no.no-reviews": "this server doesn't do reviews",
    "no.too-much-work": "too many requests from your network are already waiting: try again in a few seconds",
    "no.busy": "this server has as many visitors as it can take: try again in a moment",
    "no.busy-here": "too many connections are open from your network: close some pages, or try again later",
    "no.busy-seats": "you were only watching, and somebody from your network who has a seat needed the connection",
    "no.blocked": "the operator of this server has blocked you until {until}",
    "no.blocked-for-good": "the operator of this server has blocked you",
    "no.blocked-network": "the operator of this server has blocked your network until {until}",
    "no.blocked-network-for-good": "the operator of this server has blocked your network",
    "no.muted": "the operator of this server has muted you until {until}",
    "no.muted-for-good": "the operator of this server has muted you",
    "no.removed": "the operator of this server has removed you from the table",
    "no.admin-link": "this page needs a link that whoever runs the server prints with: foretold admin link",
    "no.admin-no-link": "this link was used already or has expired: print a new one with foretold admin link",
    "no.admin-reason": "give a reason: it's kept in the log",
    "no.admin-text": "an announcement needs a text",
    "no.admin-network": "{found} can't be blocked: give an IPv4 network of /24 or /32, or an IPv6 one of /48 or /64",
    "no.admin-limit": "{limit} is a whole number from {least} to {most}",
    "no.no-such-report": "there's no such report",
    "no.no-such-restriction": "there's no such restriction",
    "no.no-such-announcement": "there's no such announcement",
    "no.no-such-session": "there's no such session or link",
    "no.no-such-person": "there's nobody with that id",
    "no.too-many-reviews": "too many reviews are already waiting: ask again later",
    "no.too-many-errors": "too many unreadable messages on this connection: fix the client and reconnect",
    "no.too-slow": "this connection isn't reading what it's sent: reconnect",
    "no.message-too-long": "that message is too long: {limit} bytes at most",
    "no.body-too-large": "that's too large: {limit} bytes at most",
    "no.not-json-type": "this address takes JSON: send the header Content-Type: application/json",
    "no.bad-message": "that message can't be read: {found}",
    "no.no-hello": "a connection starts with a hello message that names the table",
    "no.hello-twice": "this connection has already said hello: open another one for another table",
    "no.other-protocol": "this server speaks foretold-wire/1: use a client that does",
    "no.other-host": "this server isn't called '{found}': start it with --names or --public-url and this name",
    "no.other-origin": "that request comes from another site's page: open this server's own page",
    "no.database-away": (
        "the server can't reach its database right now: nothing is lost, and the match continues once it can"
    ),
    "no.table-newer": "a newer version of the server has this table now: you'll be connected to it in a moment",
    "no.restart": "the server is restarting: the match continues in a moment",
    "no.not-stored": "the server couldn't save that, so it hasn't happened: try again",
    "no.crash": "something went wrong on the server; nothing was changed",
    "no.replay-seat": "'{found}' isn't a seat to view from: choose 0 to {last}, all or spectator",
    "no.replay-too-long": "a replay shows at most {limit} events: cut the record",
    "no.what-if-step": "there's no step {found}: choose from 0 to {last}",
    "no.what-if-over": "the match is already over at that step: choose an earlier one",
    "no.no-such-puzzle": "there's no such puzzle",
    "no.puzzle-not-now": "that isn't one of the choices: answer with one of them",
    # the plain page
    "page.what": "Seven Prophecies and Prophecy: trick-taking card games to play with friends and bots.",
    "page.tables": "Public tables",
    "page.none": "No public tables right now.",
    "page.free": "{free} of {players} seats free",
    "page.api": "For programs:",
    "page.busy": "The server is busy",
    "page.busy.why": "{sentence}.",
    "page.busy.again": "This page tries again by itself in a few seconds.",
    "page.phase.open": "waiting for players",
    "page.phase.sharing": "about to begin",
    "page.phase.playing": "in play",
    "page.phase.over": "over",
    "page.phase.closed": "closed",
    # preset phrases of the chat
    "phrase.hello": "Hello!",
    "phrase.good-luck": "Good luck!",
    "phrase.well-played": "Well played!",
    "phrase.thanks": "Thank you!",
    "phrase.sorry": "Sorry!",
    "phrase.one-moment": "One moment, please.",
    "phrase.ready": "I’m ready.",
    "phrase.again": "Another match?",
    "phrase.goodbye": "Goodbye!",
    "phrase.may-i-play": "May I have a seat?",
    "reaction.nice": "Nice!",
    "reaction.wow": "Wow!",
    "reaction.ha-ha": "Ha ha!",
    "reaction.ouch": "Ouch!",
    "reaction.hmm": "Hmm …",
    "reaction.thanks": "Thanks!",
    # commands
    "no.option-form": "'{text}' isn't an option: write name=value, for example tenth_trick_scores=false",
    "no.games-count": "--games {found} plays nothing: use a number from 1 up",
    "no.bots-count": "{found} {found:bot does|bots do} not fill {players} seats: give one per seat, or one for all",
    "no.unwritable-file": "can't write {file}: {why}",
    "simulate.summary": (
        "{game}: {matches} {matches:match|matches}, {rounds} {rounds:round|rounds}; {per_match} "
        "{per_match:round|rounds} per match, {tricks} {tricks:trick|tricks} per round, {shared} of victories shared"
    ),
    "simulate.seat": "seat",
    "simulate.bot": "bot",
    "simulate.wins": "wins",
    "simulate.score": "score",
    "simulate.points": "points per round",
    "simulate.fulfilled": "fulfilled",
    "simulate.start": "seats left of the first leader",
    "simulate.round": "rounds won",
    "simulate.tricks": "tricks in the round",
    "simulate.rounds": "rounds",
    "simulate.prophecies": "prophecies fulfilled",
    # arena
    "no.arena-bots-count": (
        "{found} {found:bot makes|bots make} no tournament: name two or more, for example --bots seer,greedy"
    ),
    "no.arena-bot-form": "'{text}' isn't a bot: write a name, or name:key=value, for example seer:worlds=60",
    "no.arena-budget": "'{text}' has no such budget: give worlds=N (1 to 1000000) or seconds=S (0.02 to 5), not both",
    "no.arena-until": "'{text}' isn't a confidence level: use 50% to below 100%, for example --until 95%",
    "no.arena-resume-what": "--resume continues a file: name it with --out",
    "no.arena-exists": "{file} already exists: continue it with --resume, or choose another name with --out",
    "no.arena-no-arena": "{file} isn't a file of this kind ({format}): choose another name",
    "no.arena-other-plan": "{file} holds other work ({key}: {found} there, {wanted} here): choose another name",
    "no.arena-damaged": "{file} is damaged at line {line}: delete it and everything after it, or choose another name",
    "no.calibrate-resume-what": "--resume continues a file: name it with --rows",
    "no.calibrate-check-or-out": "--check doesn't fit anything that could be written: leave out --check or --out",
    "no.calibrate-one-of": "--check, --luck and --nearest do different things: choose one of them",
    "no.calibrate-few-matches": "--luck needs {least} matches or more: --games is {games}",
    "no.calibrate-too-few": (
        "nothing was written: with {strong} strong others there are {rounds} rounds, but a calibration needs "
        "{least}. Play more --games"
    ),
    "no.calibrate-diverged": "nothing was written: these lines would read even chances as nearly 0 or 1: {lines}",
    "no.calibrate-worse": (
        "nothing was written: on held-out matches the log loss is {fitted}; with the nearest game's calibration it "
        "is {prior}"
    ),
    "no.calibrate-nothing": (
        "nothing was measured for {game} with {players} players and these options: leave out --check to do so"
    ),
    "calibrate.summary": (
        "{game}, {players} players, seed {seed}: {matches} {matches:match|matches}. Promised minus realised:"
    ),
    "calibrate.phase": "trick",
    "calibrate.told": "before",
    "calibrate.strong": "strong\nothers",
    "calibrate.rows": "decisions",
    "calibrate.rounds": "rounds",
    "calibrate.raw": "raw",
    "calibrate.calibrated": "calibrated",
    "calibrate.third": "third of\nthe match",
    "calibrate.r2": "share of points\npredicted",
    "calibrate.log-loss": "log loss\nof fulfilling",
    "calibrate.off": "chances\nare off by",
    "calibrate.plot-title": "Predicted chances and what happened",
    "calibrate.plot-subtitle": "{game}, {players} strong players, seed {seed}",
    "calibrate.plot-said": "predicted chance",
    "calibrate.plot-came": "how often it came true",
    "calibrate.note": "→ leads from raw to calibrated; ± is the 95% interval by round.",
    "calibrate.kept": (
        "{matches} {matches:match is|matches are} saved in {file}. To continue: the same command with --resume"
    ),
    # the benchmark
    "no.policy-form": "'{found}' isn't a policy: write module:callable, for example mine:policy",
    "no.policy-missing": "the policy '{found}' can't be loaded: {why}",
    "no.benchmark-who": "say who plays: --policy module:callable or --bot NAME",
    "no.benchmark-result": "result {number} of the file can't be right: look at its field {field}",
    "benchmark.summary": "{task}: {player} in each seat in turn, the same deals against each kind of opponent.",
    "benchmark.against": "against",
    "benchmark.count": "rounds",
    "benchmark.ahead": "ahead of\nthe others",
    "benchmark.rounds": "rounds\nwon",
    "benchmark.matches": "matches\nwon",
    "benchmark.fulfilled": "fulfilled",
    "benchmark.values": "own values\ntoo high by",
    "benchmark.time": "ms each",
    "benchmark.note": "± is the 95% interval over blocks. Among equals each seat wins {share}.",
    "benchmark.short": "Fewer blocks than the task has: not a full result.",
    "benchmark.tasks": "Tasks:",
    "benchmark.before": (
        "{task}: student gains {ahead} ± {interval} points per round against {bot} ({rounds} {rounds:round|rounds})."
    ),
    "benchmark.best-response": (
        "{task}: a player who has learned against {bot} gains {ahead} ± {interval} points per round ({rounds} "
        "{rounds:round|rounds}). That is a lower bound."
    ),
    "train.strength": "{players} players: {ahead} ± {interval} points per round ahead of greedy",
    "train.done": "The networks are in {path}, after {seconds} {seconds:second|seconds} of CPU time",
    "dataset.done": "{rounds} {rounds:round is|rounds are} in {path}; README.md there says what the columns hold",
    "arena.summary-match": (
        "{game}, {players} players, seed {seed}: {blocks} {blocks:block|blocks} of equal deals, {matches} "
        "{matches:match|matches}, {rounds} {rounds:round|rounds}."
    ),
    "arena.summary-round": (
        "{game}, {players} players, seed {seed}: {blocks} {blocks:block|blocks} of equal deals, {rounds} "
        "{rounds:round|rounds}."
    ),
    "arena.bot": "bot",
    "arena.points": "points\nper round",
    "arena.ahead": "ahead of\nthe others",
    "arena.to-first": "ahead of\nthe first",
    "arena.rounds": "rounds\nwon",
    "arena.matches": "matches\nwon",
    "arena.fulfilled": "fulfilled",
    "arena.in-trick": "in\ntrick {trick}",
    "arena.rating": "rating",
    "arena.decisions": "decisions",
    "arena.time": "ms each",
    "arena.slowest": "slowest, ms",
    "arena.note-interval": "± is the 95% interval over blocks. Among equals each seat wins {share}.",
    "arena.note-bound": (
        "± is an interval that holds at every look together ({level}). Among equals each seat wins {share}."
    ),
    "arena.note-timed": (
        "Some bots think by the clock: with this seed, deals and seatings repeat, but the figures don't."
    ),
    "arena.decided": (
        "Decided after {blocks} {blocks:block|blocks}: the first bot clearly differs from every other one."
    ),
    "arena.undecided": "Undecided after {blocks} {blocks:block|blocks}.",
    "arena.kept": "{blocks} {blocks:block is|blocks are} saved in {file}. To continue: the same command with --resume",
    "arena.plot-title": "Points per round ahead of the others",
    "arena.plot-axis": "points per round ({level} interval over blocks of equal deals)",
    "check.ok": "ok: {records} {records:record|records} ({unfinished} unfinished), {events} {events:event|events}",
    "check.broken": (
        "not ok: {broken} broken; {records} {records:record holds|records hold} ({unfinished} unfinished), "
        "{events} {events:event|events}"
    ),
    "check.more": "{file}: {count} more {count:error|errors}",
    "verify.holds": "{where}: holds, {deals} {deals:deal|deals} as the seed gives them; {seats}",
    "verify.gave": "bytes from {seats}",
    "verify.gave-none": "none from {seats}",
    "verify.first-chosen": "seat {number} was chosen to begin",
    "verify.first-drawn": "seat {number} begins, by the cards that the seed draws",
    "verify.seat": "seat {number} ({why})",
    "verify.bot": "bot",
    "verify.device": "second seat of a device",
    "verify.silent": "silent",
    "verify.committed": "silent after its commitment",
    "verify.join": "; ",
    "verify.ok": "ok: {matches} {matches:match|matches} verified",
    "verify.broken": "not ok: {broken} not verified; {matches} {matches:match|matches} verified",
    # foretold review, and what the coach says elsewhere
    "no.review-what": "'{found}' is neither a file nor a link to a match",
    "no.review-unreachable": "can't get a record from {link}: {why}",
    "no.worlds-count": "'{found}' worlds are too few: use 2 or more",
    "coach.card": "{suit} {number}",
    "coach.names": "{card}, naming {suit}",
    "coach.surrender": "surrender",
    "review.title": "Review: {game}",
    "review.won": "{names} won, {scores}.",
    "review.shared": "{names} share the win, {scores}.",
    "review.unfinished": "The match wasn't finished; the result is how it stood.",
    "review.results": "Luck and skill",
    "review.results-lead": (
        "From an even share to the result, as a chance to win the match and in points: what the cards promised "
        "beyond an even share, what a player's own decisions cost compared with the best choice given what was "
        "known then, and what the others gave or took. Where mistakes of several seats cancel out, they're "
        "scaled down to fit."
    ),
    "review.seat": "seat",
    "review.expected": "even",
    "review.cards": "cards",
    "review.others": "others",
    "review.choice": "prophecy",
    "review.choice.prophecy": "bid",
    "review.play": "play",
    "review.result": "result",
    "review.accuracy": "accuracy",
    "review.decided": "decisions",
    "review.marked": "marked",
    "review.unit": "in",
    "review.unit-match": "%",
    "review.unit-points": "pts",
    "review.steps-match": "Chance to win",
    "review.steps-points": "Points",
    "review.curve": "Chance to win the match",
    "review.curve-lead": (
        "After each decision, scaled so that all seats together have 100%. Each seat is judged by what it could "
        "know then."
    ),
    "review.round": "round {round}",
    "review.decisions": "Costly decisions",
    "review.decisions-lead": (
        "Losses of more than two standard errors, in shares of the match. An inaccuracy lost {inaccuracy} or more, "
        "a mistake {mistake}, a blunder {blunder}."
    ),
    "review.none": "No loss that stands out from chance.",
    "review.where": "round {round}, trick {trick}",
    "review.where-told": "round {round}, prophecy",
    "review.where-told.prophecy": "round {round}, bid",
    "review.round-head": "round",
    "review.trick-head": "trick",
    "review.points-head": "points",
    "review.loss": "lost",
    "review.instead": "{action} instead of {best}",
    "review.lost": "{match} ±{error}",
    "review.points": "{points} {points:point|points}",
    "review.mark.inaccuracy": "inaccuracy",
    "review.mark.mistake": "mistake",
    "review.mark.blunder": "blunder",
    "review.only": "the only move",
    "review.found-only": "{action}: the only move, and it was found",
    "review.turns": "Turning points",
    "review.turns-lead": "The biggest changes in anyone's chance to win.",
    "review.turn.cards": "{who}: the deal, {before} → {after}",
    "review.turn.others": "{who}: what the others did, {before} → {after}",
    "review.turn.choice": "{who}: own prophecy, {before} → {after}",
    "review.turn.choice.prophecy": "{who}: own bid, {before} → {after}",
    "review.turn.play": "{who}: own card, {before} → {after}",
    "review.told": "Prophecies",
    "review.told.prophecy": "Bids",
    "review.told-lead": (
        "What was predicted, what was best given what was known then, and what the first seven tricks, as played, "
        "would have fulfilled."
    ),
    "review.told-lead.prophecy": "What was bid, what was best given what was known then, and how many tricks were won.",
    "review.was-told": "predicted",
    "review.was-told.prophecy": "bid",
    "review.foresight": "in foresight",
    "review.hindsight": "in hindsight",
    "review.hindsight.prophecy": "tricks won",
    "review.best": "best",
    "review.as-good": "as good",
    "review.played": "played",
    "review.action": "choice",
    "review.to-expect": "expected points",
    "review.chance": "chance to win",
    "review.how": "How it was calculated",
    "review.how-text": (
        "Every decision was weighed in {worlds} deals that fit what its seat knew (seed {seed}), or in all of them "
        "if they could be counted; all opponents were assumed to be strong. A loss within one standard error "
        "counts as none."
    ),
    "no.no-aids": "this table doesn't allow hints or chances",
    "no.hint-not-now": "a hint is for a seat that has to choose: wait for your turn",
    "no.hint-waits": "a hint is already on its way",
    "no.hint-failed": "the coach couldn't work that out: please ask again",
    # what a link says before it is opened
    "link.table": "Join a table of {game}",
    "link.table-full": "A table of {game}",
    "link.table-text": "At the table: {names}. Free seats: {free}.",
    "link.table-free": "Free seats: {free}.",
    "link.challenge": "A challenge: the same cards in {game}",
    "link.challenge-of": "{name} challenges you: the same cards in {game}",
    "link.challenge-text": "Play the same deals against the same bots, then compare round by round.",
    "link.daily": "Daily match, {day}",
    "link.daily-text": "One trick-taking match a day, the same for everyone.",
    "link.match": "A match of {game}",
    "link.match-won": "{names} won: {game}",
    "link.match-shared": "{names} shared the win: {game}",
    "link.group": "Join the group {title}",
    "link.group-text": "Members: {count}. Play trick-taking games together, without accounts.",
    "link.puzzle": "Puzzle {number}: {game}",
    "link.puzzle-text": "One decision, one best answer. Can you find it?",
    # hints
    "hint.as-good": "As good as {best}, as far as we can tell. {reason}",
    "hint.comes-too": "Finishes {place} in {chance}",
    "hint.wins-too": "Wins the trick in {chance}; chance to meet your bid of {bid}: {met}.",
    "hint.comes": "Finishes {place} in {chance} of the deals that fit what you know",
    "hint.comes-sure": "Sure to finish {place}",
    "hint.token": "{comes}, a place you still need; chance of all seven: {fulfilled}.",
    "hint.no-token": "{comes}, a place you don't need; chance of all seven: {fulfilled}.",
    "hint.token-past": "{comes}, a place you still need.",
    "hint.no-token-past": "{comes}, a place you don't need.",
    "hint.about": "about {chance}",
    "hint.and": "{reason} {more}",
    "hint.gains-points-seven": (
        "{rival} fulfils all seven more often, but this scores {told} points on average instead of {less}."
    ),
    "hint.gains-points-bid": (
        "{rival} meets your bid more often, but this scores {told} points on average instead of {less}."
    ),
    "hint.gains-match-seven": (
        "{rival} fulfils all seven more often, but this gives the others less: the chance to win the match is "
        "{told} instead of {less}."
    ),
    "hint.gains-match-bid": (
        "{rival} meets your bid more often, but this gives the others less: the chance to win the match is {told} "
        "instead of {less}."
    ),
    "hint.prophecy": "Chance that all seven come true: {fulfilled}; in trick 7: {seven}.",
    "hint.bid": "A bid of {bid}: the chance to meet it is {met}; this hand most often wins {likely}.",
    "hint.wins": (
        "Wins the trick in {chance} of the deals that fit what you know; chance to meet your bid of {bid}: {met}."
    ),
    "hint.wins-sure": "Sure to win the trick; chance to meet your bid of {bid}: {met}.",
    "hint.loses-sure": "Sure to lose the trick; chance to meet your bid of {bid}: {met}.",
    "hint.surrender": "There's nothing else you can do.",
    "terminal.hints": "Best chances to win the match, over {deals} deals that fit what you know:",
    "terminal.hints-exact": "Best chances to win the match, in all {deals} deals that fit what you know:",
    "terminal.hints-counts": "How often your hand takes each place (with the first of these):",
    "terminal.hints-won": "Tricks your hand wins (with the first of these):",
    "reason.bid": "the bid of {bid}",
    "reason.ends-now": (
        "After {other}, {who} completes all seven in this very trick in {instead} of the deals, which ends the "
        "round; after {best}, in {often}."
    ),
    "reason.ends-now-sure": (
        "After {other}, {card} from {who} finishes {place} and completes all seven: the round ends."
    ),
    "reason.gives-token": (
        "{who} still needs a {place}: {other} lets them have it in {instead} of the deals, {best} in {often}."
    ),
    "reason.gives-token-sure": "{who} still needs a {place}: {other} lets them have it, {best} doesn't.",
    "reason.rival-seven": (
        "After {other}, {who} completes all seven in {instead} of the deals; after {best}, in {often}."
    ),
    "reason.others-seven": (
        "After {other}, someone else completes all seven in {instead} of the deals; after {best}, in {often}."
    ),
    "reason.target": (
        "After {other}, {who} reaches {n} points, which ends the match, in {instead} of the deals; after {best}, "
        "in {often}."
    ),
    "reason.runner-up": (
        "{best} earns the point for the fewest prophecies left in {often} of the deals, {other} in {instead}."
    ),
    "reason.shortfall": (
        "After {other}, two or more prophecies are left unfulfilled, which costs points, in {instead} of the "
        "deals; after {best}, in {often}."
    ),
    "reason.sooner": (
        "After {best}, all seven come true by trick {trick} ({n} points or more) in {often} of the deals; after "
        "{other}, in {instead}."
    ),
    "reason.token-now": (
        "{best} finishes {place}, which is still needed, in {often} of the deals; {other} in {instead}."
    ),
    "reason.token-now-sure": "{best} finishes {place}, which is still needed; {other} doesn't.",
    "reason.last-lead": (
        "{suit} leads for the last time: {best} finishes {place}, which is still needed, in {often} of the deals; "
        "{other} in {instead}."
    ),
    "reason.last-lead-sure": (
        "{suit} leads for the last time: {best} finishes {place}, which is still needed; {other} doesn't."
    ),
    "reason.needs-all": (
        "As many prophecies are open as tricks are left ({n}), so every trick must fulfil one: {best} does in "
        "{often} of the deals, {other} in {instead}."
    ),
    "reason.any-token": "{best} fulfils a prophecy in this trick in {often} of the deals, {other} in {instead}.",
    "reason.place-open": (
        "After {other}, a {place} that was predicted is still missing at the end in {instead} of the deals; after "
        "{best}, in {often}."
    ),
    "reason.kept": (
        "{card} is worth keeping: it fulfils a prophecy later in {often} of the deals, most often as {place} in trick "
        "{trick}, when {suit} leads. {best}, if kept instead, does so in {instead}."
    ),
    "reason.kept-last": (
        "{card} is the last {suit} in hand and is wanted when {suit} leads trick {trick}: if kept, it fulfils a "
        "prophecy in {often} of the deals; {best}, if kept instead, in {instead}."
    ),
    "reason.void": (
        "{best} is the last {suit} in hand: when {suit} leads again, first in trick {trick}, any card may be played. "
        "That fulfils a prophecy in {often} of the deals; after {other}, in {instead}."
    ),
    "reason.card-token": (
        "After {best}, {card} fulfils a prophecy later in {often} of the deals; after {other}, in {instead}."
    ),
    "reason.too-many": (
        "{other} predicts {n} × {place}, which comes true in {instead} of the deals; {fewer} × {place} does in {often}."
    ),
    "reason.too-many-any": (
        "{other} predicts {n} × {place}, which comes true in only {instead} of the deals; {best} does without."
    ),
    "reason.too-many-for": (
        "{other} predicts {n} × {place}, which comes true in {instead} of the deals; {fewer} × {place} does in "
        "{often}. {best} predicts {more} × {gain}, which comes true in {gained}."
    ),
    "reason.too-many-any-for": (
        "{other} predicts {n} × {place}, which comes true in only {instead} of the deals; {best} predicts {more} × "
        "{gain} instead, which comes true in {gained}."
    ),
    "reason.too-few": (
        "With {other}, the hand finishes {place} more than {fewer} × in {instead} of the deals, and the extra ones "
        "are wasted; {best} predicts {n} ×."
    ),
    "reason.too-few-none": (
        "{other} predicts no {place}, but the hand then finishes {place} in {instead} of the deals; {best} makes "
        "use of it with {n} ×."
    ),
    "reason.win-now": (
        "The bid of {bid} needs {n} more of {tricks} tricks: {best} wins this one in {often} of the deals, "
        "{other} in {instead}."
    ),
    "reason.win-now-sure": (
        "The bid of {bid} needs {n} more of {tricks} tricks: {best} wins this one for sure, {other} can't."
    ),
    "reason.duck-now": (
        "The bid of {bid} has room for only {n} more of {tricks} tricks: {other} wins this one in {instead} "
        "of the deals, {best} in {often}."
    ),
    "reason.duck-now-sure": (
        "The bid of {bid} has room for only {n} more of {tricks} tricks: {other} wins this one for sure, {best} can't."
    ),
    "reason.bid-full": (
        "The bid of {bid} is already met, so every further trick is one too many: {other} wins this one in "
        "{instead} of the deals, {best} in {often}."
    ),
    "reason.bid-full-sure": (
        "The bid of {bid} is already met, so every further trick is one too many: {other} wins this one for sure, "
        "{best} can't."
    ),
    "reason.every-trick": (
        "The bid of {bid} needs every trick from now on: {best} wins this one in {often} of the deals, "
        "{other} in {instead}."
    ),
    "reason.every-trick-sure": (
        "The bid of {bid} needs every trick from now on: {best} wins this one for sure, {other} can't."
    ),
    "reason.gives-trick": (
        "{other} leaves this trick to {who} in {instead} of the deals, {best} in {often}, and that helps {who} "
        "meet their bid."
    ),
    "reason.denies": "After {other}, {who} meets their bid in {instead} of the deals; after {best}, in {often}.",
    "reason.denies-open": (
        "After {other}, {who} meets their bid of {bid} in {instead} of the deals; after {best}, in {often}."
    ),
    "reason.denies-leader": (
        "After {other}, {who}, who is in the lead, meets their bid in {instead} of the deals; after {best}, in {often}."
    ),
    "reason.denies-leader-open": (
        "After {other}, {who}, who is in the lead, meets their bid of {bid} in {instead} of the deals; after "
        "{best}, in {often}."
    ),
    "reason.over": (
        "{other} ends with too many tricks for the bid of {bid} in {instead} of the deals, {best} in {often}."
    ),
    "reason.short": (
        "{other} ends with too few tricks for the bid of {bid} in {instead} of the deals, {best} in {often}."
    ),
    "reason.tricks": "Where the bid is missed either way, {best} brings {apart} more tricks on average than {other}.",
    "reason.no-bid": (
        "The bid can no longer be met, so every trick counts: {best} brings {apart} more on average than {other}."
    ),
    "reason.kept-winner": (
        "{card} is worth keeping: it wins a later trick in {often} of the deals; {best}, if kept instead, in {instead}."
    ),
    "reason.spares": (
        "This trick goes the same way with {best} and {other}, but {other} is the stronger card and worth keeping: if "
        "it goes, there are too few tricks in the end in {instead} of the deals; if {best} goes, in {often}."
    ),
    "reason.sheds": (
        "It's good to get rid of {card}: if kept, it wins a later trick in {instead} of the deals, often one too "
        "many; {other}, if kept instead, in {often}."
    ),
    "reason.unloads": (
        "This trick goes the same way with {best} and {other}, but {best} is the stronger card and good to get rid of: "
        "if it is kept, there are too many tricks in the end in {instead} of the deals; if {other} is, in {often}."
    ),
    "reason.surrender": (
        "After {other}, the Shaman is the last card and would have to lead in {instead} of the deals, and a "
        "surrender scores nothing; after {best}, in {often}."
    ),
    "reason.specialist-led": (
        "After {other}, {card} has to be led in the end in {instead} of the deals; after {best}, in {often}."
    ),
    "reason.discard": (
        "{best} is the last {suit} in hand: when {suit} is led again, a card that would win too much can be thrown "
        "away. That happens in {often} of the deals; after {other}, in {instead}."
    ),
    "reason.ruffed": (
        "After {other}, a lead from this hand is trumped in {instead} of the deals; after {best}, in {often}."
    ),
    "reason.card-wins": "After {best}, {card} wins a later trick in {often} of the deals; after {other}, in {instead}.",
    "reason.card-unwanted": (
        "After {other}, {card} wins a later trick, often one too many, in {instead} of the deals; after {best}, in "
        "{often}."
    ),
    "reason.bid-high": (
        "A bid of {bid} is high for this hand, which then wins too few tricks in {instead} of the deals; with a bid of "
        "{fewer}, in {often}."
    ),
    "reason.bid-high-none": (
        "A bid of {bid} is high for this hand, which then wins too few tricks in {instead} of the deals; a bid of 0 "
        "needs none."
    ),
    "reason.bid-low": (
        "A bid of {bid} is low for this hand, which then wins too many tricks in {instead} of the deals; with a bid of "
        "{fewer}, in {often}."
    ),
    "reason.bid-keeps": (
        "{best} keeps {card}. The cards that only {best} keeps win a trick in {often} of the deals; those that only "
        "{other} keeps, in {instead}."
    ),
    "reason.bid-worth": (
        "A bid of {fewer} is met less often, but brings {often} points when it is; a bid of {bid} brings {instead}."
    ),
    "reason.bid-tricks": (
        "With {best}, the hand wins {apart} more tricks on average than with {other}, and each is a point."
    ),
    "terminal.hints-yours": "Yours.",
    "terminal.hints-worth": "{match} +-{error}",
    "terminal.hints-points": "{points} {points:point|points}",
    "terminal.hints-not-yet": "The coach is still getting ready: ask again in a moment.",
    # foretold puzzles
    "no.puzzles-number": "there's no puzzle {found}: choose from 1 to {last}",
    "terminal.puzzle": "Puzzle {number} (of {count}). You are {seat}. Missed in {difficulty} of 16 tries by our "
    "solvers: Novice, Greedy, and Seer looking at 2 to 64 deals.",
    "terminal.puzzle-find.card": "Find the card.",
    "terminal.puzzle-find.prophecy": "Find the prophecy.",
    "terminal.puzzle-find.bid": "Find the bid: only its number counts.",
    "terminal.puzzle.right": "Right: {answer}. {streak} in a row.",
    "terminal.puzzle.wrong": "The answer is {answer}.",
    "terminal.puzzle.worth": "{action}: {points} points on average {note}",
    "terminal.puzzle.natural": "(the obvious choice)",
    "terminal.puzzle.not-now": "that isn't one of the choices: answer with one of them",
    "terminal.puzzle.falls": "Puzzle {number} doesn't hold: its answer is {ahead} points ahead of the next.",
    "terminal.puzzle.made": "{count} puzzles so far: {themes}.",
    "terminal.puzzle.checked": "{stands} of {count} puzzles hold.",
    "terminal.puzzle.alone": "Puzzles are solved without hints: answer, or quit.",
    "terminal.whatif.sums": "The match as played, and this what-if:",
    "terminal.whatif.round": "round {round}: {points}",
    "terminal.whatif.total": "total: {points}",
    "terminal.puzzle.go-on": "Enter: next puzzle; w: play on from here; quit:",
    # the server's database
    "no.no-database": "there's no database {file}: name one with --database or FORETOLD_DATABASE",
    "no.no-database-of-ours": "{file} isn't a Foretold database: it was left alone, name another one",
    "no.database-too-new": "{file} is from a newer Foretold (schema {found}, this one knows {known}): update Foretold",
    "no.database-trouble": "can't use the database {file}: {why}",
    "no.file-exists": "{file} already exists: choose another name, or replace it with --force",
    "no.postgres-missing": "PostgreSQL needs the extra 'postgres': pip install 'foretold[postgres]'",
    "no.postgres-too-old": "this is PostgreSQL {found}: Foretold needs {oldest} or later",
    "no.backup-postgres": "back up a PostgreSQL database with pg_dump; servers can keep running",
    "no.copy-while-served": "a server is running on {file}: stop it first, or what happens meanwhile would be missing",
    "no.copy-onto-something": "{file} isn't empty: name an empty database",
    "no.copy-differs": "{file} differs from its source (in {part}): drop it and try again",
    "no.backup-onto-database": "{file} is a database in use: choose another name for the copy",
    "no.database-damaged": "{file} is damaged: restore a backup, or run `foretold doctor` to see what can be saved",
    "no.not-writable": "the server can't write to its disk: nothing new can be stored until its owner makes room",
    "no.damaged": "the stored data can't be read: the server's operator has to restore it",
    "no.doctor-running": "a server is running on {file}: stop it first, then repair",
    "doctor.holds": (
        "{file} holds {tables} {tables:table|tables} with {entries} {entries:entry|entries} in their journals, "
        "{matches} {matches:match|matches}, {people} {people:person|people}."
    ),
    "doctor.page": "Damaged: {why}",
    "doctor.journal": "Table {table}: only the first {good} of {count} {count:entry|entries} can be read.",
    "doctor.record": "Match {match}: its record is invalid.",
    "doctor.gone": (
        "Table {table}: the last {count} {count:entry is|entries are} missing, although players had already "
        "seen {count:it|them}."
    ),
    "doctor.whole": "Everything is intact.",
    "doctor.how": (
        "Restore a backup. Or stop the server and run {command}: it replaces this database with a new one of "
        "everything that can be read, and keeps the old one beside it."
    ),
    "doctor.taken-out": "Invalid data was removed from {file} and saved in {damaged}.",
    "doctor.repaired": "{file} is a new database with everything that could be read; the damaged one is {damaged}.",
    "serve.damaged": "The database is damaged: {count} {count:table|tables} can't be read; the others continue.",
    "serve.unreadable": "The database is damaged: part of it can't be read.",
    "serve.restore": "Restore a backup, or see what can be saved: {command}",
    "serve.gone": "At {count} {count:table|tables} the latest entries are gone: moves may be missing.",
    "no.forget-unasked": "nothing was deleted: add --yes to delete, or --list just to look",
    "export.done": "{file} holds {count} {count:match|matches}.",
    "copy.done": "{file} now has everything in {database}: {count} {count:row|rows}, compared one by one.",
    "no.site-not-built": "this copy of Foretold hasn't been built: install it with pip, or run scripts/venv",
    "site.done": "{folder} holds the site, {size} MB: serve it from any web host, under any path.",
    "no.service-in-home": (
        "{file} is in a home directory, which the service can't see: install Foretold for everybody "
        "(PIPX_HOME=/opt/pipx PIPX_BIN_DIR=/usr/local/bin pipx install …), or use --user"
    ),
    "service.done": "{file} is written. Settings go to {settings}, one FORETOLD_NAME=value a line. Start it: {command}",
    "backup.done": "{file} is a copy of {database}, and intact.",
    "no.restore-running": "a server is running on {file}: stop it first, then restore",
    "no.restore-postgres": "restore a PostgreSQL database with PostgreSQL's own tools: docs/server.md says how",
    "no.restore-same": "{file} is the database itself: name a copy of it",
    "no.restore-differs": "{file} is not what was restored: the previous database has been put back",
    "languages.line": "{tag} {name}: {state}; {python} phrases in Python, {page} on the page, {rules} pages of rules",
    "languages.complete": "complete",
    "languages.incomplete": "incomplete",
    "languages.exported": "{file} holds {count} of {all} phrases.",
    "languages.imported": "{count} {count:phrase|phrases} from {file}.",
    "no.languages-tag": "'languages {what}' needs a language: give its tag, such as fr or pt-BR",
    "no.languages-unknown": "'{tag}' isn't a language tag: give one such as fr or pt-BR",
    "no.languages-babel": "PO files need Babel: install foretold[translate]",
    "no.languages-checkout": "this is an installed package: export and import phrases in a checkout of the source",
    "no.languages-forms": (
        "this language has the plural forms {forms}: begin {file} by hand with NAME, FORMS and form "
        "(docs/translating.md says how)"
    ),
    "no.languages-values": "{key} must name these values and no others: {values}",
    "no.languages-po": "{file} isn't a PO file: {why}",
    "restore.refused": "Nothing was replaced: {file} is not intact. `{command}` says what is wrong with it.",
    "restore.done": (
        "{database} is restored from {file} and intact: {tables} {tables:table|tables}, "
        "{matches} {matches:match|matches}, {people} {people:person|people}."
    ),
    "restore.kept": "The previous database is now {file}.",
    "forget.person": "{person}  last seen {seen}, matches: {matches}, name: {name}",
    "forget.nobody": "Nobody matches.",
    "forget.ask": "Delete everything stored about them ({count} in all)? y = yes, Enter = no:",
    "forget.kept": "Nothing was deleted.",
    "forget.done": "Everything stored about them was deleted ({count} in all). Their matches stay, without names.",
    "forget.running": "A server is running on this database: open tables show the names until its next start.",
    # foretold admin
    "admin.done": "Done.",
    "admin.waits": "Stored. No server is running: seats are freed and tables closed when one starts.",
    "admin.none": "There are none.",
    "admin.link": "Open it within {minutes} minutes, once. The session lasts {hours} {hours:hour|hours}.",
    "admin.lifted": "until lifted",
    "admin.status.tables": (
        "tables: {open} open, {waiting} waiting, {running} running, {over} over, {days} correspondence"
    ),
    "admin.status.people": (
        "people: {people}, {people_today} within a day, {people_new} new; tournament nights: {evenings}"
    ),
    "admin.status.queues": "to do: {reports} reports, {reviews} reviews, {calls} notifications, {orders} orders",
    "admin.status.process": (
        "process {process}: version {version} since {started}, {people} at tables ({seated} seated), {connections} "
        "connections, {moves} moves/s, CPU {cpu}%, {memory} MB"
    ),
    "admin.status.moves": "  95% of moves stored and sent within {ms} ms",
    "admin.status.stopped": "no server is running",
    "admin.status.backup": "daily copies: {kept}, the last one of {made}",
    "admin.tables": "{id}  {game}: {phase}, round {round}, {people} people, {bots} bots, {free} free  {names}",
    "admin.people": "{id}  last seen {seen}, reports: {reports}, table: {table}, name: {name}",
    "admin.reports": "{table} {number}  {at}  {name} ({person}), done: {outcome}",
    "admin.blocks": "{id}  {kind}  {whom}  {until}  {operator}: {reason}",
    "admin.announce": "{id}  {until}  {operator}: {text}",
    "admin.limits": "{name} = {value}, default {default}{changed}",
    "admin.log": "{at}  {operator}  {action}{about}{why}",
    "admin.sessions": "{id}  {name}  since {created}, until {expires}",
    "no.admin-no-limit": "there's no limit '{found}': choose from {known}",
    "no.admin-limit-value": "give a whole number, or default",
    # foretold serve
    "serve.here": "On this machine: {url}",
    "serve.network": "For friends on the same network: {url}",
    "serve.public": "For everyone: {url}",
    "serve.alone": "Only this machine can reach it: --host 0.0.0.0 lets friends on the same network in.",
    "serve.no-network": "This machine isn't on a network, so only it can reach the server.",
    "serve.database": "Everything is stored in {file}",
    "serve.stop": "Press Ctrl-C to stop; matches continue at the next start.",
    "serve.already": "Foretold is already running at {url}",
    "no.serve-whole": "{name} is '{found}': use a whole number from {least} to {most}",
    "no.serve-number": "{name} is '{found}': use a number from {least} to {most}",
    "no.serve-level": "{name} is '{found}': choose from {known}",
    "no.serve-yes-no": "{name} is '{found}': write yes or no",
    "no.serve-place": "{name} is '{found}': give an address and a port, such as 127.0.0.1:9464",
    "no.serve-host": "{name} is '{found}': use an address of this machine, or 0.0.0.0 for all",
    "no.serve-public-url": "{name} is '{found}': use an address such as https://cards.example.org/foretold",
    "no.serve-prefix": "{name} is '{found}': use a path such as /foretold that doesn't begin with one of: {own}",
    "no.serve-prefix-differs": (
        "the prefix {prefix} isn't the path of the public address {url}: leave --prefix out, or make them the same"
    ),
    "no.serve-names": "{name} is '{found}': use names such as cards.example.org,box.lan, or * for any",
    "no.serve-proxies": "{name} is '{found}': give addresses or networks such as 127.0.0.1,10.0.0.0/8, or * for any",
    "no.serve-port-taken": "port {port} is in use: stop the program that uses it, or choose another port with --port",
    "no.serve-port-forbidden": "this user can't open port {port}: choose one from 1024 up with --port",
    "no.serve-no-such-host": "can't listen at {host}: use an address of this machine, or 0.0.0.0 for all",
    "no.serve-workers": "several processes need a PostgreSQL database and a system that can fork: leave --workers out",
    "no.serve-changing": "a server on {file} is starting or stopping: try again in a moment",
    # records: form
    "no.missing-key": "'{key}' is missing",
    "no.unknown-format": "the format is '{found}', but this software reads '{format}'",
    "no.unknown-rules": "the record was played by rules version {found}, but this software knows version {known}",
    "no.wrong-type": "'{key}' must be {expected}, found {found}",
    "no.line-too-long": "the line is longer than {limit} MiB: a line holds one match",
    "no.not-utf8": "the text isn't UTF-8",
    "no.not-json": "this isn't JSON (at column {column}): a line holds one JSON object",
    "no.too-deep": "the JSON is nested deeper than {limit} levels",
    "no.bad-number": "a number is too large or not a number: write whole numbers in digits",
    "no.duplicate-key": "the key '{key}' appears twice in one object: keep one of them",
    "no.no-such-event": "an event has exactly one of deal, action (with seat), round, match",
    "no.not-gzip": "the gzip data is broken or cut off",
    "no.no-record": "the file contains no record",
    "no.unreadable-file": "can't read the file: {why}",
    # records: rules
    "no.deal-out-of-place": "no deal is due here",
    "no.deal-missing": "an action appears where a deal is due",
    "no.result-too-early": "a result appears here, but the round isn't over",
    "no.result-missing": "a '{kind}' event with the result must come here",
    "no.wrong-result": "{key} are {found}: by the rules they are {right}",
    "no.after-the-end": "the match is over: no event may follow",
    "no.wrong-count": "{key} has {found} {found:entry|entries}: there must be {expected_count}",
    "no.no-such-card": "{key} has '{card}', which isn't a card of this game",
    "no.card-twice": "the card {card} appears twice",
    "no.card-missing": "the card {card} is missing",
    "no.wrong-colours": "future and future_hidden must be 10 and 2 colour cards, three of each suit in all",
    "no.wrong-rotation": "the {key} is seat {found}: after the round before it is seat {expected_seat}",
    "no.wrong-trump": "the trump is {found}: by the wheel it is {right}",
    # verifiable deals
    "no.fair-absent": "this record has no 'fair': its deals weren't promised, so there's nothing to verify",
    "no.fair-secret": "the secret doesn't match its commitment: it isn't the one that was promised",
    "no.fair-share": "the bytes of {seat} don't match their commitment: they aren't the ones that were promised",
    "no.fair-first": "who starts or deals first isn't a seat that was chosen, nor the one that the seed draws",
    "no.fair-deal": "the deal of round {round} isn't the one the seed gives: '{key}' differs",
    "no.fair-scheme": "the deals were promised by the scheme '{found}', but this software knows '{known}'",
    "no.fair-key": "'{key}' isn't a key of {scheme}: remove it",
    "no.fair-hex": "'{key}' must be {digits} hexadecimal digits in lower case, found '{found}'",
    "no.fair-both": "'{key}' has both 'bytes' and 'none': a seat gave bytes or it gave none",
    "no.fair-reason": "'{key}' is '{found}': a seat counts as none for one of {known}",
    "no.fair-committed": "'{key}' has a commitment, but counts as none for '{found}': only a silent seat can have both",
    "no.fair-sizes": "a secret is {secret} bytes and what a seat gives is {share}",
    # terminal
    "terminal.sample": "prophecy",
    "terminal.you": "You",
    "terminal.bot-names": "Ada Ben Cleo Dan Eve Finn",
    "terminal.none": "-",
    "terminal.no-letters": "this terminal can't show the language '{language}' (no UTF-8): continuing in English",
    "terminal.place.1": "1st",
    "terminal.place.2": "2nd",
    "terminal.place.3": "3rd",
    "terminal.place.4": "4th",
    "terminal.round": "round {round} of {rounds}",
    "terminal.round-open": "round {round}",
    "terminal.trick": "trick {trick} of {tricks}",
    "terminal.lead": "lead",
    "terminal.no-lead": "no lead",
    "terminal.trump": "trump",
    "terminal.no-trump": "Jaguar only",
    "terminal.phase.prophecy": "prophecies",
    "terminal.phase.bid": "bids",
    "terminal.short-title.seven-prophecies-2017": "Seven Prophecies, 1st ed.",
    "terminal.wheel": "Trump by round:",
    "terminal.score.points": "{score} {score:pt|pts}",
    "terminal.score.rounds": "{score} {score:round|rounds}",
    "terminal.score.tokens": "{score} fulfilled",
    "terminal.total.points": "{score} {score:point|points}",
    "terminal.total.rounds": "{score} {score:round|rounds} fulfilled",
    "terminal.total.tokens": "{score} {score:prophecy|prophecies} fulfilled",
    "terminal.specialists": "Specialists",
    "terminal.aside": "aside, face up",
    "terminal.leads-times": "(leads {times}x)",
    "terminal.note.gap": ", ",
    "terminal.note.turn": "to play",
    "terminal.note.bids": "to bid",
    "terminal.note.to-lead": "to lead",
    "terminal.note.leads": "leads",
    "terminal.note.leads-first": "leads first",
    "terminal.note.starter": "starter",
    "terminal.note.dealer": "dealer",
    "terminal.note.chosen": "has prophesied",
    "terminal.note.has-bid": "has bid",
    "terminal.note.choosing": "to prophesy",
    "terminal.note.out": "can't finish",
    "terminal.note.void": "no {suits}",
    "terminal.note.face-up": "bid face up",
    "terminal.note.surrendered": "surrendered",
    "terminal.head.open": "open",
    "terminal.head.seat": "seat",
    "terminal.head.prophecy": "prophecy",
    "terminal.head.true": "came true",
    "terminal.head.points": "points",
    "terminal.head.rounds": "rounds fulfilled",
    "terminal.head.tokens": "prophecies fulfilled",
    "terminal.head.round": "round",
    "terminal.head.total": "total",
    "terminal.head.score": "score",
    "terminal.head.bid": "bid",
    "terminal.head.won": "won",
    "terminal.bid-laid": " ? laid",
    "terminal.bid-shown": "{name} {bid} = {value}",
    "terminal.bids-face-up": "Bids face up: ",
    "terminal.trick-before": "Last: ",
    "terminal.trick-so-far": "Trick:",
    "terminal.surrenders": "surrenders the lead",
    "terminal.took": "{place} {name} {card}",
    "terminal.trick-done": "Trick {trick}: ",
    "terminal.trick-won": "won by {name} with {card}; that makes {won}.",
    "terminal.revealed": "The prophecies: ",
    "terminal.round-over": "Round {round} is over. ",
    "terminal.round-fulfilled": "All seven came true in trick {trick}: {names}.",
    "terminal.round-unfulfilled": "Nobody made all seven.",
    "terminal.round-rules": "Counted by {clauses}.",
    "terminal.bids-exact": "Bid met exactly: {names}.",
    "terminal.bids-missed": "Nobody met their bid exactly.",
    "terminal.part.all-seven": "all seven in trick {number}",
    "terminal.part.too-late": "all seven, but only in trick {number}",
    "terminal.part.left": "{number} left",
    "terminal.part.fewest-left": ", the fewest",
    "terminal.part.tokens": "{number} of {all}",
    "terminal.part.tricks": "{number} {number:trick|tricks}",
    "terminal.part.bid-met": " + {points} for the bid",
    "terminal.part.bid-missed": ", bid missed",
    "terminal.part.gave-up": "surrendered the lead",
    "terminal.part.sum": "{parts}: {points}",
    "terminal.part.floor": ", not below {total}",
    "terminal.rounds.points": "prophecy and points by round",
    "terminal.rounds.rounds": "prophecy and rounds fulfilled",
    "terminal.rounds.tokens": "prophecy and how many came true",
    "terminal.rounds.bids": "bid/tricks won and points by round",
    "terminal.rounds-before": "to {round}",
    "terminal.rounds-floor": "A total can't drop below {floor}.",
    "terminal.over.points": "A total of {target} {target:point|points} or more ends the match ({clause}).",
    "terminal.over.rounds-fulfilled": "{target} {target:round|rounds} fulfilled by one seat end the match ({clause}).",
    "terminal.over.tokens": "{target} {target:prophecy|prophecies} fulfilled by one seat end the match ({clause}).",
    "terminal.over.last-round": "Round {rounds} was the last ({clause}).",
    "terminal.over.both": (
        "Round {rounds} was the last, and a total of {target} {target:point|points} or more is reached:"
        " either ends the match ({clause})."
    ),
    "terminal.over.single": "The match was a single round ({clause}).",
    "terminal.winner": "The match is over. Winner with {total}: {names}.",
    "terminal.winners": "The match is over. Winners with {total}: {names}.",
    "terminal.tie.shared": "They are tied and share the win.",
    "terminal.tie.fewest_on_edges": (
        "{names} tied: fewest tokens placed on first and last place in the final round decided ({clause})."
    ),
    "terminal.tie.nearest_to_last": "{names} tied: the place nearest to last in the final trick decided ({clause}).",
    "terminal.tie.rounds_fulfilled": "{names} tied: more rounds with an exact bid decided ({clause}).",
    "terminal.kept": "The record was saved. To step through it: {program} show {file} --line {line}",
    "terminal.record-not-written": "the record couldn't be written to {file}: {why}",
    "terminal.not-kept": "the match can't be saved ({why}): you can play on, but not resume later",
    "terminal.old-kept": "The unfinished match was saved to {file}.",
    "terminal.damaged": "the saved match was damaged and is now {file}: a new match begins",
    "terminal.left": "The match is saved. To continue: {program} play --resume",
    "terminal.left-unkept": "You left the table; this match couldn't be saved.",
    "terminal.unfinished": "There is an unfinished match: {title}, round {round}.",
    "terminal.prompt.resume": "Enter = resume, n = new match:",
    "terminal.answer-resume": "please press Enter to resume, or answer n for a new match",
    "terminal.prompt.game": "Which game? (Enter = 1)",
    "terminal.answer-game": "please answer with a number from 1 to {last}, or press Enter for 1",
    "terminal.menu.game": "{number}. {label}: {players} players, {minutes} {minutes:minute|minutes}",
    "terminal.menu.seven-prophecies": "Predict how often you'll finish 1st, 2nd, 3rd and last.",
    "terminal.menu.seven-prophecies-2017": "The first edition: a bigger deck, a row of real cards, and points to lose.",
    "terminal.menu.prophecy": "Bid how many tricks you'll win, paying with cards from your hand.",
    "terminal.warming": "They're still getting ready and play simply for a few seconds.",
    "terminal.greet": "You're playing against {names}.",
    "terminal.go-on": "[Enter]",
    "terminal.no-trick": "no trick has been played in this round yet",
    "terminal.undone": "Taken back: choose again.",
    "terminal.drawn": "Drawn: {cards}.",
    "terminal.starts-first": "{name} starts the first round.",
    "terminal.deals-first": "{name} deals first.",
    "terminal.nothing-to-wait-for": "There's nobody to wait for now.",
    "terminal.no-look-back": "This match doesn't allow looking back at earlier tricks.",
    "terminal.nothing-to-undo": "There's nothing to take back yet.",
    "terminal.history": "cards so far",
    "terminal.gone": "gone",
    "terminal.unseen": "unseen (other hands, or aside)",
    "terminal.own-bid": "Your bid, out of play:",
    "terminal.prompt.prophecy": "Your prophecy (? = help):",
    "terminal.prompt.bid": "Your bid (? = help):",
    "terminal.prompt.tricks": "Your card (? = help):",
    "terminal.hint.prophecy": "Split 7 over 1st-{last}, such as {even}",
    "terminal.hint.bid": "Bid {size} {size:card|cards} ({example}); suits add up: {worth}",
    "terminal.hint.wait": "You may bid now, or type wait to see the face-up bid of {names} first.",
    "terminal.hint.reach": (
        "You can bid {reach} of {tricks} {tricks:trick|tricks}; exactly met, +{bonus} {bonus:point|points}."
    ),
    "terminal.hint.picked": "Picked: {cards} = {value} so far; {more} more to pick ('clear' to start over).",
    "terminal.hint.surrender": "Only the Shaman is left and it can't lead: answer 1 to give up the lead (PR-13).",
    "terminal.hint.lead": "You lead: any card but the Shaman",
    "terminal.hint.wins": "{true} = would win the trick as it stands",
    "terminal.hint.places": "{arrow} place as the trick stands; {true} = a token of yours waits there",
    "terminal.hint.places.seven-prophecies-2017": (
        "{arrow} place as the trick stands; {true} = a cube of yours waits there"
    ),
    "terminal.rules.seven-prophecies.prophecy": (
        "Prophecies now:\n"
        "- Foretell how often you take each place: split all 7 tokens over them (SP2-4).\n"
        "- Nobody sees it before all have chosen; then it stands, open to all (SP1-6).\n"
        "- The row shows the lead suit of each trick. Lead-suit cards beat all others,\n"
        "  then the higher number is stronger, whatever its suit (SP1-8).\n"
        "- If your place still has a token, one comes true. The round ends when\n"
        "  someone's seven are true, or after trick 10 (SP2-6).\n"
        "- All seven true in trick 7, 8, 9, 10 brings 5, 3, 2, 1 points; before trick 10,\n"
        "  whoever else has the fewest left gains 1 (SP2-7)."
    ),
    "terminal.rules.seven-prophecies.tricks": (
        "Tricks now:\n"
        "- Play a card of the lead suit, the marked one of the row, if you hold one;\n"
        "  the leader must, too. Otherwise play anything (SP1-7).\n"
        "- Lead-suit cards beat all others; then the higher number is stronger, whatever\n"
        "  its suit. Of equal off-suit numbers the later one is stronger (SP1-8).\n"
        "- If your place still has a token of yours, one comes true ({true}) (SP1-9).\n"
        "- First place leads the next trick (SP1-10). The round ends when someone's seven\n"
        "  are true, or after trick 10 (SP2-6): 5, 3, 2, 1 points in trick 7, 8, 9, 10;\n"
        "  before trick 10, whoever else has the fewest left gains 1 (SP2-7).\n"
        "- The match ends at 7 points, or after as many rounds as players (SP2-9)."
    ),
    "terminal.rules.seven-prophecies-2017.prophecy": (
        "Prophecies now:\n"
        "- Foretell how often you take each place: split all 7 cubes over them (SP1-6).\n"
        "- Nobody sees it before all have chosen; then it stands, open to all.\n"
        "- The row shows the lead suit of each trick; its numbers never count, but its\n"
        "  cards are in nobody's hand (SP1-5).\n"
        "- Lead-suit cards beat all others, then the higher number is stronger (SP1-8).\n"
        "- The round ends when someone's seven are true, or after trick 10 (SP1-11)."
    ),
    "terminal.rules.seven-prophecies-2017.tricks": (
        "Tricks now:\n"
        "- Play a card of the lead suit, the marked one of the row, if you hold one;\n"
        "  the leader must, too. Otherwise play anything (SP1-7).\n"
        "- Lead-suit cards beat all others; then the higher number is stronger, whatever\n"
        "  its suit. Of equal off-suit numbers the later one is stronger (SP1-8).\n"
        "- If your place still has a cube of yours, one comes true ({true}) (SP1-9).\n"
        "- First place leads the next trick (SP1-10). The round ends when someone's seven\n"
        "  are true, or after trick 10 (SP1-11)."
    ),
    "terminal.rules.seven-prophecies-2017.standard": (
        "- All seven true: 2 points. Otherwise you lose one point for each cube left\n"
        "  but one (SP1-12). As many rounds as players (SP1-15)."
    ),
    "terminal.rules.seven-prophecies-2017.first-to-two": (
        "- Variant first-to-two: no points; all seven true in two rounds wins (SP1-16)."
    ),
    "terminal.rules.seven-prophecies-2017.single-round": (
        "- Variant single-round: most prophecies come true wins; of several with seven,\n"
        "  the place nearest to last in the last trick (SP1-17)."
    ),
    "terminal.rules.prophecy.bid": (
        "Bids now:\n"
        "- Set cards of your hand aside; their suits add up to the tricks you will win:\n"
        "  Sun 0, Spear 1, Viper 2, Eagle 3. Numbers don't count, Specialists can't be\n"
        "  bid, and bid cards are not played in this round (PR-4).\n"
        "- Each trick won is a point; an exact bid brings a bonus (PR-15).\n"
        "- Rounds between the first and the last, 3 or more players: the highest score\n"
        "  bids first and face up (PR-5). Other bids stay hidden until scoring (PR-16)."
    ),
    "terminal.rules.prophecy.early-bids": "- You may bid face down before the face-up bids lie there, or wait (PR-22).",
    "terminal.rules.prophecy.wheel": "- The trump order is assumed; --option wheel=... sets your own (PR-20).",
    "terminal.rules.prophecy.tricks": (
        "Tricks now:\n"
        "- Follow the lead suit if you hold it, or play any Specialist; otherwise play\n"
        "  anything (PR-9). The Shaman can't be led (PR-7).\n"
        "- The strongest trump wins, then the Monkey, then the strongest card of the lead\n"
        "  suit (PR-12). The winner leads next (PR-6).\n"
        "- A point per trick, a bonus if you win exactly what you bid (PR-15)."
    ),
    "terminal.rules.prophecy.specialists": (
        "- Jaguar: highest trump. Monkey: beats all but trumps. Lizard: lowest of the\n"
        "  lead suit (PR-10). Shaman: half a rank above the card just before it (PR-11).\n"
        "- Led, the Jaguar asks for trump, the Lizard for a suit you name (Lizard:S), the\n"
        "  Monkey for one that is not trump (Monkey:V) (PR-8).\n"
        "- To lead with only the Shaman left, surrender: no points this round (PR-13)."
    ),
    "terminal.rules.prophecy.specialists-no-trump": (
        "- Jaguar: the only trump. Monkey: beats all but the Jaguar. Lizard: lowest of\n"
        "  the lead suit (PR-10). Shaman: half a rank above the card before it (PR-11).\n"
        "- Led, the Jaguar sets no lead suit: the others play anything; the Monkey and\n"
        "  the Lizard ask for any suit you name (Monkey:V) (PR-19).\n"
        "- To lead with only the Shaman left, surrender: no points this round (PR-13)."
    ),
    "terminal.rules.prophecy.short": "- Variant short: five rounds; in the fifth the Jaguar is the only trump (PR-18).",
    "terminal.commands.prophecy": "Answer with {split}, or {digits}, or the number of a split shown.",
    "terminal.commands.bid": "Answer with S3+V4+E9, or card numbers such as 2 5 9; 'clear' empties your picks.",
    "terminal.commands.tricks": "Answer with a card such as {example}, or its number.",
    "terminal.legend.seven": (
        "Board: open tokens by place and seat (A, B, ...), then the cards by place:\n"
        "{example}{true}A is the {example} of seat A with its token on it."
    ),
    "terminal.legend.seven.seven-prophecies-2017": (
        "Board: open cubes by place and seat (A, B, ...), then the cards by place:\n"
        "{example}{true}A is the {example} of seat A with its cube on it."
    ),
    "terminal.commands": "Commands: hint, undo, history (tricks and cards gone), quit (match is kept), ?",
    "terminal.show.count": "{file} holds {count} {count:match|matches}; this is number {line} (--line chooses).",
    "terminal.show.prompt": "Enter=trick a=action b=back r=round g N s WHO|all w=what if q=quit [{at}/{last}]:",
    "terminal.show.help": (
        "please answer with Enter (next trick), a (next action), b (back), r (next round), g and a round, "
        "s and a seat (name, letter or number) or all, w and a seat (play on from here against bots), or q"
    ),
    "terminal.show.dealt": "Round {round}: the cards are dealt.",
    "terminal.show.took": "{name}: {action}",
    "terminal.show.unfinished": "The record ends here: the match is unfinished.",
    "terminal.show.start": "The record has no deal: there's nothing to show.",
    "no.terminal-empty": "nothing entered: answer with a number or in notation, or ? for help",
    "no.terminal-unknown": "'{text}' is neither a card nor a command: ? shows what you can answer",
    "no.terminal-number": "there's no number {found} here: choose from 1 to {last}",
    "no.terminal-split": "a prophecy has {places} numbers, one per place: write for example 2-1-1-3",
    "no.terminal-bots-count": (
        "{found} {found:bot does|bots do} not fill {others} other {others:seat|seats}: give one per seat, or one "
        "for all"
    ),
    "no.terminal-nothing-to-resume": "there's no unfinished match: start one with {program} play",
    "no.terminal-no-directory": "can't write {file}: its directory doesn't exist",
    "no.terminal-no-file": "there's no file {file}: give the path of a record",
    "no.terminal-no-seat": "there's no seat '{found}': choose from {names}, or 0 to {last}",
    "no.terminal-no-line": "the file has no match {found}: choose from 1 to {last}",
    # the page of a simulation
    "report.title": "{games}: {matches} {matches:match|matches} each",
    "report.title-one": "{games}: {matches} {matches:match|matches}",
    "report.intro": (
        "What happens when bots play: {rounds} {rounds:round|rounds}, seed {seed}. All figures follow from the rows "
        "of every seat and round."
    ),
    "report.intro-fast": (
        "What happens when bots play: {rounds} {rounds:round|rounds}, seed {seed}, by compiled kernels. All figures "
        "follow from the rows of every seat and round."
    ),
    "report.contents": "Contents",
    "report.game": "{game}, {players} players",
    "report.figures": "figures",
    "report.seat": "seat",
    "report.seat-bot": "{number} · {bot}",
    "report.bot": "bot",
    "report.mean": "mean",
    "report.least": "5%",
    "report.median": "median",
    "report.most": "95%",
    "report.count": "count",
    "report.share": "share",
    "report.total": "all",
    # at a glance
    "report.glance": "At a glance",
    "report.glance-lead": "The figures that change first when rules change.",
    "report.glance-matches": "matches",
    "report.glance-rounds": "rounds",
    "report.glance-length": "rounds per match",
    "report.glance-tricks": "tricks per round",
    "report.glance-decisions": "decisions per match and seat",
    "report.glance-score": "final score of a seat",
    "report.glance-fulfilled": "prophecies fulfilled",
    "report.glance-nobody": "rounds in which nobody fulfils",
    "report.glance-first": "matches won by the first leader",
    "report.glance-fair": "the same if seats were equal",
    "report.glance-tied": "matches tied on score",
    "report.glance-shared": "victories shared",
    "report.glance-chart": "Prophecies fulfilled, by game",
    "report.glance-chart-text": "For each game the share of prophecies that came true, with its interval.",
    # scores
    "report.scores": "Final scores",
    "report.scores-lead": "How matches end for each seat. The line in each row is the mean.",
    "report.scores-chart": "Final scores by seat",
    "report.scores-chart-text": "For each seat how often each final score occurs; means from {low} to {high}.",
    "report.scores-axis": "score at the end of a match",
    "report.wins": "matches won",
    # start
    "report.starts": "Does leading first help?",
    "report.starts-lead": (
        "Seats counted from the one that leads the first trick of a round. The dashed line is what equal seats "
        "would have; an interval that misses it shows an advantage or a handicap."
    ),
    "report.starts-chart": "Points per round, by seats to the left of the first leader",
    "report.starts-chart-text": (
        "Mean points per round for each distance from the first leader, with 95% intervals; the largest "
        "difference is {gap} {gap:point|points}."
    ),
    "report.starts-axis": "points per round",
    "report.starts-match-chart": "Matches won, by seats to the left of the first leader of round 1",
    "report.starts-match-chart-text": (
        "Share of matches won for each distance from the seat that led the very first trick, with 95% intervals."
    ),
    "report.starts-match-axis": "share of matches",
    "report.first": "first leader",
    "report.away": "{number} to the left",
    "report.start": "seat",
    "report.points": "points per round",
    "report.rounds-won": "rounds won",
    "report.fulfilled": "fulfilled",
    # prophecies
    "report.prophecies": "When prophecies come true",
    "report.prophecies-lead": (
        "A round of Seven Prophecies ends with the trick in which the first seat fulfils all seven."
    ),
    "report.bids": "How exact bids are",
    "report.bids-lead": "In Prophecy a bid is met when as many tricks are won as were bid.",
    "report.both-lead": (
        "A round of Seven Prophecies ends with the trick in which the first seat fulfils all seven; in Prophecy a "
        "bid is met when as many tricks are won as were bid."
    ),
    "report.tricks-chart": "Prophecies that came true, by trick",
    "report.tricks-chart-text": (
        "Share of all prophecies, one for each seat and round, that came true in each trick; in all {share}."
    ),
    "report.tricks-axis": "trick in which the round ended",
    "report.tricks-up": "of all prophecies",
    "report.trick": "trick",
    "report.rounds-ended": "rounds ended",
    "report.came-true": "came true",
    "report.none-true": "10, nobody",
    "report.left-chart": "Tokens still open at the end of a round",
    "report.left-chart-text": (
        "Share of seats and rounds by the number of tokens that were left; none left is a prophecy that came true."
    ),
    "report.left-axis": "tokens left",
    "report.left-up": "of seats and rounds",
    "report.missed-chart": "Tricks won minus tricks bid",
    "report.missed-chart-text": (
        "Share of seats and rounds by tricks won minus the bid; zero is an exact bid, {share} of all."
    ),
    "report.missed-axis": "tricks won minus bid",
    "report.apart": "won minus bid",
    "report.seats-fulfilled": "Seats that fulfil in the same round",
    "report.seats": "seats",
    "report.of-rounds": "of rounds",
    # choices
    "report.choices": "Which prophecies are chosen, and how they fare",
    "report.choices-lead": (
        "How often each prophecy is made, and how often it then comes true. A shape is a split with its places "
        "in any order: 3-2-1-1 stands for 1-3-1-2 and all the like."
    ),
    "report.choices-lead-bids": "How often each number is bid, and how often it is then met.",
    "report.shapes-chart": "Shapes of splits: chosen and fulfilled",
    "report.shapes-chart-text": (
        "For each shape of a split its share of all prophecies, and the part of them that came true with its "
        "interval; the best is {best}."
    ),
    "report.bids-chart": "Bids: chosen and met",
    "report.bids-chart-text": (
        "For each bid its share of all bids, and the part of them that was met with its interval; the best is {best}."
    ),
    "report.chosen": "chosen",
    "report.then-fulfilled": "then fulfilled",
    "report.shape": "shape",
    "report.bid": "bid",
    "report.split": "split",
    "report.best-splits": (
        "The ten splits that come true most often, of those chosen at least {least} {least:time|times}"
    ),
    "report.all-splits": "All {count} {count:split|splits} that were chosen",
    # lengths
    "report.lengths": "Length of matches",
    "report.lengths-lead": "Rounds until a match is over.",
    "report.lengths-chart": "Rounds in a match",
    "report.lengths-chart-text": "Share of matches by their number of rounds; the mean is {mean}.",
    "report.lengths-axis": "rounds",
    "report.lengths-up": "of matches",
    "report.lengths-more": "{number} or more",
    # decisions
    "report.decisions": "Decisions",
    "report.decisions-lead": "A decision is a prophecy, a bid or a card with more than one legal choice.",
    "report.decisions-chart": "Decisions in a match, all seats together",
    "report.decisions-chart-text": "How often a match has that many decisions; the mean is {mean}.",
    "report.decisions-axis": "decisions in a match",
    "report.per-match": "per match",
    "report.per-seat": "per match and seat",
    "report.per-round": "per round and seat",
    "report.decisions-row": "decisions",
    "report.actions-row": "actions, including forced ones",
    "report.forced": "forced",
    # ties
    "report.ties": "Ties, and how they are broken",
    "report.ties-lead": "Matches by how the winner was decided.",
    "report.ties-chart": "How matches are decided",
    "report.ties-chart-text": "Share of matches won outright, decided by the tie-break, or shared.",
    "report.ties-up": "of matches",
    "report.tie.outright": "alone",
    "report.tie.broken": "tied, broken",
    "report.tie.partly": "tied, partly",
    "report.tie.shared": "tied, shared",
    "report.tie-text.outright": "one seat had the highest score",
    "report.tie-text.broken": "tied; the tie-break found one winner",
    "report.tie-text.partly": "tied; the tie-break left several",
    "report.tie-text.shared": "tied; the victory is shared by all",
    "report.rule.fewest_on_edges": (
        "Tie-break ({clause}): the fewest tokens placed on the first and the last place in the final round; "
        "else shared."
    ),
    "report.rule.shared": "Tie-break ({clause}): none, tied seats share the victory.",
    "report.rule.nearest_to_last": (
        "Tie-break ({clause}): among seats that fulfilled all seven, the place nearest to last in the last trick; "
        "below seven shared."
    ),
    "report.rule.rounds_fulfilled": "Tie-break ({clause}): the most rounds fulfilled; else shared.",
    # how
    "report.how": "How these figures are made",
    "report.how-text": (
        "± and bars with ends are 95% intervals. Means by seat are ratios over matches, with the spread between "
        "matches (rounds of one match are not independent); shares of prophecies and matches have Wilson's "
        "interval. A round counts for the seats with most points in it, shared equally; for all if nobody scored."
    ),
    "report.how-seed": "The same command gives the same page, byte for byte. Made by Foretold {version}.",
    # refusals of simulate, arena and their files
    "no.against-form": (
        "'{text}' isn't a game to compare with: write GAME, GAME:VARIANT or GAME:key=value, for example prophecy:short"
    ),
    "no.fast-bots": "--fast plays for random or greedy in all seats: give --bots random or --bots greedy",
    "no.parquet-missing": "Parquet needs pyarrow: pip install foretold[parquet]",
    "no.dask-missing": "--dask needs Dask: pip install foretold[dask]",
    "no.dask-or-jobs": "--jobs starts processes here, --dask uses those of a cluster: give one of them",
    "no.dask-address": "'{address}' isn't a scheduler address: write for example tcp://10.0.0.5:8786",
    "no.dask-unreachable": "there's no Dask scheduler at {address}: {why}",
    "no.dask-no-workers": "the scheduler at {address} has no workers: start one with dask worker {address}",
    "no.dask-workers-unfit": (
        "the workers at {address} can't play: install the same version of Foretold there ({why})"
    ),
    "no.dask-lost": "the cluster at {address} was lost ({why}): start it and try again",
    "no.workers-killed": "workers keep being killed ({why}): is there enough memory?",
    "no.simulate-no-simulation": "{file} isn't a simulation file: choose another name with --out",
    "no.simulate-other-plan": (
        "{file} holds another simulation ({key}: {found} there, {wanted} here): give --out another name"
    ),
    "no.simulate-bad-batch": "{file} is damaged in the batch of match {match}: delete it, or choose another --out",
    "simulate.kept": (
        "{matches} {matches:match is|matches are} saved in {file}. To continue: the same command with --resume"
    ),
    # challenges: the same match for everybody
    "no.challenge-once": "this table is for one match only: everyone else plays these cards once, too",
    "no.challenge-alone": "nobody else can play this seat: the match waits for its player",
    "no.challenge-counts": "this match counts, so you can't take anything back; in a later attempt you can",
    # evenings
    "no.no-such-evening": "this tournament night doesn't exist, or ended long ago",
    "no.evening-over": "this tournament night is over",
    "no.evening-full": "there are already {limit} people here, which is the limit",
    "no.evening-too-late": "the last round is being played: it's too late to join",
    "no.evening-not-over": "this tournament night isn't over yet",
    "no.evening-too-few": "a round needs at least {limit} people",
    "no.evening-seats": "in a tournament, seats can't change hands: others play the same cards",
    "no.not-at-evening": "you haven't joined this tournament night",
    "no.no-such-member": "nobody here has that number",
    "no.round-running": "others are still playing these cards: wait until all tables have finished the round",
    "no.too-many-evenings": "there are too many tournament nights already: end one first",
    "no.too-many-evenings-here": "too many tournament nights are open from your network: end one of them, or wait",
    "no.too-many-evenings-open": "this server has as many tournament nights as it can hold: try again later",
    # groups
    "no.no-such-group": "this group doesn't exist, or you aren't a member: ask a member for the invitation link",
    "no.no-such-invitation": "this invitation is no longer valid: ask a member for the current link",
    "no.no-such-group-member": "this person is no longer a member",
    "no.not-group-owner": "only the owner of the group can do this",
    "no.too-many-groups": "you are in {limit} groups already: leave one first",
    "no.group-full": "this group has {limit} members, which is the limit",
    "no.group-name": "give the group a name",
    "no.no-such-start": "this evening is over or was rescheduled: look at the current dates",
    "no.no-schedule": "this group has no scheduled evenings",
    "no.no-hook": "this group has no chat webhook: set one first",
    "no.not-callable": "this person can't be called: they don't allow it, or were called within the last hour",
    "no.nobody-callable": "nobody can be called now: they don't allow it, or were called within the last hour",
    "no.called-already": "somebody has called this person within the last hour",
    "no.no-such-companion": "you haven't played with this person",
    "call.call": "{name} would like to play with you",
    "call.call-group": "{group}: {name} would like to play",
    "post.opened": "{group}: {names} opened a table of {game}. Free seats: {free}.",
    "post.full": "{group}: the table of {game} is full.",
    "post.turn": "{group}: {names}, it's your turn in {game}.",
    "post.result": "{group}: {names} won {game} ({scores}).",
    "post.call": "{group}: {called}, {names} would like to play.",
    "post.test": "{group}: this chat now hears from Foretold.",
    # people
    "no.no-such-words": "those words don't match: they work once, for ten minutes",
    "no.no-such-device": "there's no such device, or it's this one",
    "no.too-many-devices": "you already have {limit} devices: remove one first",
    "call.turn": "{table}: your turn",
    "call.friend": "A friend has played your cards",
    "call.opened": "{name} has opened a table of {game}: {seats} {seats:seat|seats} free",
    "no.serve-hosts": "{name} is '{found}': give names such as chat.example.org,*.push.example.org, or none",
    "no.serve-contact": "{name} is '{found}': give an address such as mailto:somebody@example.org or https://example.org",
    "no.no-such-listener": "no notifications are sent there",
    "no.not-called": "this server doesn't send notifications there: {found}",
    "no.too-many-listeners": "you already get notifications in {limit} places: remove one first",
    "no.challenge-no-kernels": "bots can't play this here: their code can't be compiled on this machine",
    "no.no-such-day": "there's no daily match for that day: choose today or an earlier day",
    "no.match-sealed": "others are still playing these cards: come back when the day is over",
    "no.challenge-of-what-if": "a what-if has no seed: challenge friends with the match itself",
    "no.no-such-challenge": "this challenge doesn't exist: ask for its link again",
    "no.challenge-ended": "this challenge has ended: create a new one",
    "no.too-many-challenges": "too many challenges at once: wait a minute",
    "no.too-many-comparisons": "the bots are busy with other matches: ask again in a while",
    "no.comparison-of-people": "bots can only play your cards after a match against bots that you played to the end",
    "terminal.daily.promised": "{day}: the cards are fixed. SHA-256 of their secret: {commitment}",
    "terminal.daily.there": (
        "{played} {played:person has|people have} played it. All results, and its cards when the day is over: {page}"
    ),
    "terminal.daily.holds": "{day}: the secret is the one that was promised.",
    "terminal.daily.preparing": "The bots are getting ready. The first time, this takes a minute.",
    "terminal.daily.result": "{points} {points:point|points}",
    "terminal.daily.won": "{points} {points:point|points}, won",
    "no.daily-broken": "the secret of {day} isn't the one that was promised",
    "no.daily-unreachable": "can't get the daily match from {server}: {why}",
    # ratings
    "no.no-ladder": "this server has no ladder for that game",
    "ratings.again": "Recomputed: {matches} {matches:match|matches}, {ratings} {ratings:rating|ratings}.",
    "ratings.same": "Nothing has changed.",
    "ratings.changed": "{count} {count:rating has|ratings have} changed.",
    # the daily match of a server
    "terminal.daily.left": "The match waits for you there: run the same command to continue.",
    "terminal.daily.rank": "Your result: {points} {points:point|points}; {better} of {others} others have fewer.",
}
