"""日本語。"""

NAME = "日本語"
FORMS = ("other",)  # in Japanese a word is the same for any number


def form(number: str) -> str:
    """Which of the forms goes with a number as it is written."""
    return "other"


PHRASES: dict[str, str] = {
    # small parts
    "join": "、",
    "seat": "席{number}",
    "where.line": "{line}行目",
    "where.event": "イベント{event}",
    "type.text": "文字列",
    "type.texts": "文字列のリスト",
    "type.integer": "整数",
    "type.integers": "整数のリスト",
    "type.object": "オブジェクト",
    "type.list": "リスト",
    "type.seats": "席ごとに1つのオブジェクトのリスト",
    "type.json": "JSON の値",
    # titles and their variants
    "title.seven-prophecies": "七言予言",
    "title.seven-prophecies-2017": "七つの予言（初版）",
    "title.prophecy": "プロフェシー",
    "variant.seven-prophecies-2017.first-to-two": "2回先取",
    "variant.seven-prophecies-2017.single-round": "1ラウンド",
    "variant.prophecy.short": "ショート",
    # suits
    "suit.seven-prophecies.B": "ほうき",
    "suit.seven-prophecies.M": "きのこ",
    "suit.seven-prophecies.P": "ポーション",
    "suit.seven-prophecies.S": "魔導書",
    "suit.seven-prophecies-2017.S": "星",
    "suit.seven-prophecies-2017.M": "月",
    "suit.seven-prophecies-2017.E": "目",
    "suit.seven-prophecies-2017.R": "杖",
    "suit.prophecy.S": "太陽",
    "suit.prophecy.P": "槍",
    "suit.prophecy.V": "蛇",
    "suit.prophecy.E": "鷲",
    "specialist.Jaguar": "ジャガー",
    "specialist.Monkey": "サル",
    "specialist.Shaman": "シャーマン",
    "specialist.Lizard": "トカゲ",
    # a view as text, for language models and people (docs/adapters.md: the form is stable)
    "text.line": "{label}: {value}",
    "text.game": "{title} ({name})、{players}人",
    "text.seat": "席{seat}",
    "text.you": "席{seat}（あなた）",
    "text.spectator": "観戦者",
    "text.none": "なし",
    "text.met": " 成就",
    "text.token": " 的中",
    "text.place": " {place}位",
    "text.takes": " 獲得",
    "text.chosen": "決定済み（非公開）",
    "text.not-chosen": "未決定",
    "text.nothing-played": "まだ誰も出していない",
    "text.any-bid": "手札のうちスートのあるカード{size}枚を山札順に+でつなぐ（例: {example}）",
    "text.phase.deal": "配り待ち",
    "text.phase.prophecy": "予言",
    "text.phase.bid": "ビッド",
    "text.phase.tricks": "トリック",
    "text.phase.over": "ゲーム終了",
    "text.label.game": "ゲーム",
    "text.label.options": "オプション",
    "text.label.suits": "スート",
    "text.label.seat": "視点",
    "text.label.round": "ラウンド",
    "text.label.phase": "フェイズ",
    "text.label.scores": "得点",
    "text.label.last-round": "前のラウンドの点",
    "text.label.future": "未来列（各トリックのリードスート）",
    "text.label.open": "表向きに除かれたカード",
    "text.label.starter": "最初のリード",
    "text.label.prophecies": "予言（順位ごとのトークン、1位から）",
    "text.label.left": "残りのトークン",
    "text.label.trick": "トリック{number}（リード{lead}）",
    "text.label.trick-now": "進行中のトリック{number}（リード{lead}）",
    "text.label.winning": "今勝っている席",
    "text.label.wheel": "各ラウンドの切り札",
    "text.label.trump": "切り札",
    "text.label.dealer": "ディーラー",
    "text.label.open-bidders": "先に公開でビッドする席",
    "text.label.bids": "ビッド",
    "text.label.won": "獲得トリック",
    "text.label.voids": "持っていないスート",
    "text.label.unseen": "見えていないカード",
    "text.label.hand": "手札",
    "text.label.to-act": "手番",
    "text.label.winners": "勝者",
    "text.label.legal": "選べる手（{count}通り）",
    # loading a game, a bot
    "no.unknown-game": "「{found}」というゲームはありません。{known}から選んでください",
    "no.player-count": "{found}人では遊べません。このゲームは{players}人用です",
    "no.no-such-option": "「{option}」というオプションはありません。このゲームのオプションは{known}です",
    "no.wheel-letters": (
        "「{found}」は切り札の順番になりません。{letters}の文字を{count}個、たとえば{example}のように並べてください"
    ),
    "no.wheel-each-once": (
        "「{found}」は切り札の順番になりません。{letters}を1回ずつ、たとえば{example}のように並べてください"
    ),
    "no.option-not-for-agents": "環境ではオプション{option}を使えません。エージェントに一人ずつ順に尋ねるためです",
    "no.option-value": "オプション{option}に「{found}」は使えません。{choices}から選んでください",
    "no.seed": "シードは0から2^64-1までの整数か、32バイトで指定してください",
    "no.no-such-seat": "席{found}はありません。席は0から{last}までです",
    "no.wrong-names": "名前は席ごとに1つ、{players}個の文字列にしてください",
    "no.unknown-bot": "「{found}」というボットはいません。{known}から選んでください",
    "no.cheat": "ボット「cheat」は全員の手札が見えるため、アリーナ専用です",
    "no.bot-setting": "ボット「{bot}」では次の設定は使えません: {found}",
    # notation
    "no.unreadable": "「{text}」はこのゲームの行動として読めません。例: {example}",
    "no.no-prophecies-here": "「{text}」は順位の予言ですが、このゲームではビッドします。例: S3+V4+E9",
    "no.bid-order": "「{text}」はデッキ順ではありません。{right}と書いてください",
    # illegal actions
    "no.match-over": "ゲームは終了しています。もう何もプレイできません",
    "no.wait-for-deal": "カードがまだ配られていません。配られるのを待ってください",
    "no.not-your-turn": "あなたの番ではありません。{seats}を待ってください",
    "no.open-bids-first": "得点トップの席が先に表向きでビッドします。{seats}を待ってください",
    "no.prophecy-stands": "予言はもう変えられません。ほかの人を待ってください",
    "no.bid-stands": "ビッドはもう変えられません。ほかの人を待ってください",
    "no.prophecy-first": "まだカードは出せません。先に7個のトークンを順位に分けて予言してください(例: 2-1-1-3)",
    "no.prophecy-first.seven-prophecies-2017": (
        "まだカードは出せません。先に7個のキューブを順位に分けて予言してください(例: 2-1-1-3)"
    ),
    "no.bid-first": "まだカードは出せません。先にカードを+でつないでビッドしてください(例: S3+V4+E9)",
    "no.prophecy-is-over": "予言はもう終わっています。カードを出してください",
    "no.bid-is-over": "ビッドはもう終わっています。カードを出してください",
    "no.not-in-hand": "{card}は手札にありません。手札から選んでください",
    "no.must-follow": "{suit}を持っています。{suit}をフォローしてください",
    "no.must-follow-or-specialist": "{suit}を持っています。{suit}かスペシャリストを出してください",
    "no.wrong-places": "{found}個の順位に分けています。0も含めて{places}個の順位に分けてください",
    "no.wrong-places.seven-prophecies-2017": (
        "キューブを{found}個の順位に分けています。0も含めて{places}個の順位に分けてください"
    ),
    "no.not-seven": "{found}個のトークンになっています。{tokens}個すべてを置いてください",
    "no.not-seven.seven-prophecies-2017": "{found}個のキューブになっています。{tokens}個すべてを置いてください",
    "no.no-specialist-in-bid": "{specialist}はビッドできません。スートのあるカードだけをビッドしてください",
    "no.bid-size": "{found}枚のビッドになっています。{size}枚にしてください",
    "no.shaman-leads": "シャーマンではリードできません。ほかのカードでリードしてください",
    "no.must-surrender": "シャーマンではリードできず、ほかに手札がありません。リードを放棄してください(surrender)",
    "no.no-surrender": "放棄できるのは、リードする番でシャーマンしか持っていないときだけです。カードを出してください",
    "no.name-a-suit": "{specialist}でリードするときはリードスートを指定します。例: {example}",
    "no.monkey-names-trump": "サルでリードするとき、切り札の{trump}は指定できません。別のスートを指定してください",
    "no.suit-is-led": "リードスートはもう決まっています。スートを付けずに{specialist}を出してください",
    # numbered actions and environments
    "no.action-number": "「{found}」という番号の行動はありません。0から{last}までの整数にしてください",
    "no.batch-size": "「{found}」はバッチの大きさになりません。1以上の整数にしてください",
    "no.batch-numbers": "{option}には環境ごとに1つ、全部で{size}個の整数が要ります（シードは0から2⁶⁴−1まで）",
    "no.batch-buffer": "バッファ{option}が合いません。書き込める連続した配列で、形は{shape}、型は{type}にしてください",
    "no.opponents-count": "{players}人のゲームには相手が{wanted}人要ります（指定は{found}人）",
    "no.bid-ascending": "ビッドの{size}枚はデッキ順に1枚ずつ置きます。残りも置ける、より後のカードを選んでください",
    "no.no-match-yet": "まだゲームがありません。先にresetを呼んでください",
    "no.dead-step": "このエピソードは終わりました。Noneでstepを呼ぶか、resetしてください",
    "no.no-such-agent": "「{found}」というエージェントはいません。次から選んでください：{known}",
    "no.no-render-mode": "render_modeがないと何も描けません。次から選んでください：{choices}",
    # the table server
    "no.table-closed": "この卓は閉じられています。別の卓を作るか、参加してください",
    "no.no-such-table": "その卓はありません。リンクをもう一度もらってください",
    "no.no-such-match": "そのゲームはないか、非公開です。プレイヤーに共有リンクをもらってください",
    "no.no-such-token": "このトークンで使える席はありません。ホストに新しいトークンをもらってください",
    "no.no-such-link": "このリンクは使用済みか期限切れです。新しいリンクをもらってください",
    "no.no-such-page": "このアドレスには何もありません。一覧は /api/openapi.json にあります",
    "no.no-such-method": "このアドレスではその要求は使えません。使えるものは /api/openapi.json にあります",
    "no.no-such-language": "「{found}」という言語はありません。{known} から選んでください",
    "no.no-such-phrase": "「{found}」という定型文はありません。{known} から選んでください",
    "no.seats-for-people": "いま{people}人が席に着いています。{players}人用の卓では席が足りません",
    "no.queue-full": "すでに{limit}人が席の空きを待っています",
    "no.no-drop-in": "このテーブルでは、ボットの席を引き継げません",
    "no.had-seat": "この対局ですでに席に着いていました。次の対局に参加できます",
    "no.seat-taken": "{seat}はふさがっています。空いている席を選んでください",
    "no.not-your-seat": "{seat}はあなたの席ではありません。自分の席で行動してください",
    "no.no-such-line": "ほかの人のそのような発言はチャットにありません",
    "no.no-such-reaction": "「{found}」というリアクションは使えません。{known} から選んでください",
    "no.not-seated": "この卓に席がありません。まず席に着いてください",
    "no.nobody-there": "{seat}に人はいません。人のいる席を選んでください",
    "no.not-gone": "{seat}にはボットの代行がいません。いなくなった人の席だけ譲れます",
    "no.seen-cards": "あなたはこのゲームで別の席の手札を見ています。{seat}は他の人の席です",
    "no.take-back-alone": "待ったはボットだけを相手にしているときに限ります。他の人が見た手は戻せません",
    "no.nothing-to-take-back": "このゲームでまだ何も決めていないので、戻せる手がありません",
    "no.hurry-alone": "ボットを急かせるのは、ボットだけを相手にしているときに限ります。他の人も成り行きを見ています",
    "no.nobody-known": "まだ名前が登録されていません。先に POST /api/me で名前を送ってください",
    "no.not-host": "それはホストだけができます。ホストに頼んでください",
    "no.needs-open": "それはゲームが始まる前だけできます。ゲームの終わりを待ってください",
    "no.needs-playing": "それはゲーム中だけできます。ゲームの開始を待ってください",
    "no.needs-over": "それはゲームの後だけできます。最後までプレイしてください",
    "no.no-match-running": "ゲームは行われていません。開始を待ってください",
    "no.days-only": "日数制の卓でだけ使えます",
    "no.plan-in-turn": "あなたの番です。そのままカードを出してください",
    "no.plan-not-in-hand": "先に選べるのは手札のカードだけです",
    "no.no-passkeys-here": "パスキーにはhttpsとサーバー名が必要です。そのアドレスで追加してください",
    "no.no-such-passkey": "このサーバーにないパスキーです。別のパスキーか、手元の端末の6つの言葉をお使いください",
    "no.passkey-refused": "パスキーを確認できなかったか、時間がかかりすぎました。もう一度お試しください",
    "no.too-many-passkeys": "パスキーは{limit}個までです。先に1つ削除してください",
    "no.stale": "決定 {found} あての行動ですが、この席はもう {made} 回決定しました。見直して選び直してください",
    "no.paused": "ホストがゲームを一時停止しています。再開を待ってください",
    "no.too-late-for-bytes": "配札のためのバイト列は（もう）必要ありません。ゲームはそのまま進みます",
    "no.bytes-not-asked": "バイト列は全員のコミットメントがそろってから送ります。求められるまで待ってください",
    "no.bytes-do-not-fit": "このバイト列はコミットメントと合いません。同じ 16 バイトを送ってください",
    "no.no-chat": "この卓ではチャットはできません",
    "no.phrases-only": "この卓では定型文だけが使えます。一つ選んでください",
    "no.watchers-silent": "この卓では、観戦中は発言できません",
    "no.too-many-reactions": "リアクションは5秒に1回までです",
    "no.too-much-talk": "発言が多すぎます。数秒待ってください",
    "no.too-many-applications": "席の希望が多すぎます。少し待ってください",
    "no.search-nothing": "ゲームを一つ以上、「その場で」か「日数制」を選んでください",
    "no.unknown-zone": "「{found}」というタイムゾーンはありません(例: Asia/Tokyo)",
    "no.nothing-said": "メッセージが空です。何か書くか選んでください",
    "no.no-spectators": "この卓は観戦できません。プレイヤーだけが見られます",
    "no.seats-of-table": "{players} 人の卓には {players} 席が必要です。席ごとに一つずつ指定してください",
    "no.seat-wish": "「{found}」は席の指定ではありません。me、open、external、bot:名前 のどれかにしてください",
    "no.nobody-to-play": "この卓でプレイする人がいません。自分か友だちか自分のボットの席を一つ残してください",
    "no.too-many-of-yours": "あなたの卓は上限の{limit}卓あります。まずどれかを閉じてください",
    "no.too-many-from-here": "同じネットワークの卓が上限の{limit}卓あります。どれかを閉じるか、お待ちください",
    "no.too-many-tables": "このサーバーの卓はいっぱいです。後でもう一度試してください",
    "no.too-fast": "送る速さが速すぎます。ゆっくり送ってください",
    "no.too-many-requests": "要求が多すぎます。少し待ってください",
    "no.no-reviews": "このサーバーでは検討を行いません",
    "no.too-much-work": "同じネットワークからの処理が順番待ちです。数秒後にもう一度試してください",
    "no.busy": "このサーバーは満員です。少し待ってからもう一度試してください",
    "no.busy-here": "同じネットワークからの接続が多すぎます。ほかのページを閉じるか、後でもう一度試してください",
    "no.busy-seats": "観戦中でしたが、同じネットワークのプレイヤーに接続を譲りました",
    "no.blocked": "このサーバーの運営者が {until} まであなたの利用を停止しています",
    "no.blocked-for-good": "このサーバーの運営者があなたの利用を停止しています",
    "no.blocked-network": "このサーバーの運営者が {until} までお使いのネットワークからの利用を停止しています",
    "no.blocked-network-for-good": "このサーバーの運営者がお使いのネットワークからの利用を停止しています",
    "no.muted": "このサーバーの運営者が {until} まであなたの発言を止めています",
    "no.muted-for-good": "このサーバーの運営者があなたの発言を止めています",
    "no.removed": "このサーバーの運営者があなたを卓から外しました",
    "no.admin-link": "このページを開くには、サーバーの管理者が foretold admin link で表示するリンクが必要です",
    "no.admin-no-link": "このリンクは使用済みか期限切れです。foretold admin link で新しく作ってください",
    "no.admin-reason": "理由を書いてください。記録に残ります",
    "no.admin-text": "お知らせの文を書いてください",
    "no.admin-network": "{found} は停止できません。IPv4 は /24 か /32、IPv6 は /48 か /64 で指定してください",
    "no.admin-limit": "{limit} は {least} から {most} までの整数です",
    "no.no-such-report": "その発言の報告はありません",
    "no.no-such-restriction": "その制限は有効ではありません",
    "no.no-such-announcement": "そのお知らせは表示されていません",
    "no.no-such-session": "そのセッションやリンクはありません",
    "no.no-such-person": "その ID の人はいません",
    "no.too-many-reviews": "検討の順番待ちが多すぎます。しばらくしてからもう一度頼んでください",
    "no.too-many-errors": "読めないメッセージが多すぎます。クライアントを直してからつなぎ直してください",
    "no.too-slow": "送ったものが読まれていません。つなぎ直してください",
    "no.message-too-long": "メッセージが長すぎます。{limit} バイトまでです",
    "no.body-too-large": "大きすぎます。{limit} バイトまでです",
    "no.not-json-type": "このアドレスは JSON を受け取ります。Content-Type: application/json を付けて送ってください",
    "no.bad-message": "メッセージが読めません：{found}",
    "no.no-hello": "接続は hello で始まります。卓を指定してください",
    "no.hello-twice": "この接続ではもう hello を受け取りました。別の卓には別の接続を開いてください",
    "no.other-protocol": "このサーバーは foretold-wire/1 を使います。対応するクライアントを使ってください",
    "no.other-host": (
        "「{found}」はこのサーバーの名前ではありません。--names か --public-url にこの名前を指定して起動してください"
    ),
    "no.other-origin": "別のサイトのページからの要求です。このサーバーのページを開いてください",
    "no.database-away": "サーバーがいまデータベースに接続できません。何も失われません。つながりしだいゲームは続きます",
    "no.table-newer": "この卓は新しい版のサーバーに移りました。まもなくつながります",
    "no.restart": "サーバーを再起動しています。ゲームはまもなく続きます",
    "no.not-stored": "保存できなかったので、なかったことになりました。もう一度試してください",
    "no.crash": "サーバーで問題が起きました。何も変わっていません",
    "no.replay-seat": "「{found}」という視点はありません。0〜{last}、all、spectator から選んでください",
    "no.replay-too-long": "再生できるのは {limit} イベントまでです。記録を短くしてください",
    "no.what-if-step": "{found} 手目はありません。0〜{last} から選んでください",
    "no.what-if-over": "そこでゲームは終わっています。もっと前の手を選んでください",
    "no.no-such-puzzle": "その問題はありません",
    "no.puzzle-not-now": "ここではできません。選べる手の中から答えてください",
    # the plain page
    "page.what": "「七つの予言」と「Prophecy」。トリックテイキングを友だちやボットと遊べます。",
    "page.tables": "公開卓",
    "page.none": "公開卓はありません。",
    "page.free": "{players} 席中 {free} 席空き",
    "page.api": "プログラム向け：",
    "page.busy": "サーバーが混み合っています",
    "page.busy.why": "{sentence}。",
    "page.busy.again": "このページは数秒後に自動でもう一度読み込みます。",
    "page.phase.open": "参加者を待っています",
    "page.phase.sharing": "まもなく開始",
    "page.phase.playing": "ゲーム中",
    "page.phase.over": "終了",
    "page.phase.closed": "閉じています",
    # preset phrases of the chat
    "phrase.hello": "こんにちは！",
    "phrase.good-luck": "よろしくお願いします！",
    "phrase.well-played": "お見事！",
    "phrase.thanks": "ありがとう！",
    "phrase.sorry": "すみません！",
    "phrase.one-moment": "少々お待ちください。",
    "phrase.ready": "準備できました。",
    "phrase.again": "もう一戦どうですか？",
    "phrase.goodbye": "さようなら！",
    "phrase.may-i-play": "参加してもいいですか？",
    "reaction.nice": "ナイス！",
    "reaction.wow": "すごい！",
    "reaction.ha-ha": "あはは！",
    "reaction.ouch": "痛い！",
    "reaction.hmm": "うーん…",
    "reaction.thanks": "ありがとう！",
    # commands
    "no.option-form": "「{text}」は読めません。名前=値の形で書いてください(例: tenth_trick_scores=false)",
    "no.games-count": "--games {found}では何も始まりません。1以上の数にしてください",
    "no.bots-count": "ボット{found}体では{players}席が埋まりません。席ごとに1体か、全席共通の1体を指定してください",
    "no.unwritable-file": "{file}に書き込めません: {why}",
    "simulate.summary": (
        "{game}: {matches}ゲーム、{rounds}ラウンド。1ゲーム平均{per_match}ラウンド、"
        "1ラウンド平均{tricks}トリック、勝利の分け合い{shared}"
    ),
    "simulate.seat": "席",
    "simulate.bot": "ボット",
    "simulate.wins": "勝率",
    "simulate.score": "得点",
    "simulate.points": "点/ラウンド",
    "simulate.fulfilled": "予言成就",
    "simulate.start": "最初にリードした席から左へ",
    "simulate.round": "ラウンド勝率",
    "simulate.tricks": "トリック数",
    "simulate.rounds": "ラウンド",
    "simulate.prophecies": "成就した予言",
    # arena
    "no.arena-bots-count": "ボット{found}体では対戦になりません。2体以上を指定してください(例: --bots seer,greedy)",
    "no.arena-bot-form": "「{text}」は読めません。名前か、名前:キー=値の形で書いてください(例: seer:worlds=60)",
    "no.arena-budget": "「{text}」の思考量は使えません。worlds=N(1〜1000000)かseconds=S(0.02〜5)にしてください",
    "no.arena-until": "「{text}」は信頼度として使えません。50%以上100%未満で指定してください(例: --until 95%)",
    "no.arena-resume-what": "--resumeはファイルの続きから始めます。--outでファイルを指定してください",
    "no.arena-exists": "{file}は既にあります。--resumeで続けるか、--outを別の名前にしてください",
    "no.arena-no-arena": "{file}はこの種類({format})のファイルではありません。別の名前にしてください",
    "no.arena-other-plan": (
        "{file}は別の作業のものです({key}: ファイルでは{found}、今回は{wanted})。別の名前にしてください"
    ),
    "no.arena-damaged": "{file}の{line}行目が壊れています。その行から後を消すか、別の名前にしてください",
    "no.calibrate-resume-what": "--resumeはファイルの続きです。--rowsでファイルを指定してください",
    "no.calibrate-check-or-out": "--checkでは書き出すものがありません。--checkか--outを外してください",
    "no.calibrate-one-of": "--check、--luck、--nearestは別々の働きです。どれか1つを選んでください",
    "no.calibrate-few-matches": "--luckには{least}試合以上必要です（--gamesは{games}）",
    "no.calibrate-too-few": (
        "書き出しません。強い相手{strong}人の場合が{rounds}ラウンドしかなく、{least}ラウンド必要です。"
        "--gamesを増やしてください"
    ),
    "no.calibrate-diverged": "書き出しません。五分の確率がほぼ0か1になる補正線があります: {lines}",
    "no.calibrate-worse": (
        "書き出しません。取り分けた試合での対数損失が{fitted}で、最も近いゲームの補正の{prior}より悪くなっています"
    ),
    "no.calibrate-nothing": "{game}の{players}人、このオプションの測定はありません。--checkを外すと測定します",
    "calibrate.summary": "{game}、{players}人、シード{seed}: {matches}試合。見込みと結果の差:",
    "calibrate.phase": "トリック",
    "calibrate.told": "予言",
    "calibrate.strong": "強い\n相手",
    "calibrate.rows": "判断",
    "calibrate.rounds": "ラウンド",
    "calibrate.raw": "補正前",
    "calibrate.calibrated": "補正後",
    "calibrate.third": "試合の\n3分割",
    "calibrate.r2": "説明できる\n点の割合",
    "calibrate.log-loss": "達成の\n対数損失",
    "calibrate.off": "確率の\nずれ",
    "calibrate.plot-title": "見込みの確率と結果",
    "calibrate.plot-subtitle": "{game}、強いプレイヤー{players}人、シード{seed}",
    "calibrate.plot-said": "見込みの確率",
    "calibrate.plot-came": "実現した割合",
    "calibrate.note": "→は補正前から補正後。±はラウンド単位の95%信頼区間。",
    "calibrate.kept": "{matches}試合を{file}に残しました。続けるには同じコマンドに--resumeを付けてください",
    # the benchmark
    "no.policy-form": "「{found}」は方策ではありません。モジュール:関数 の形で書いてください（例: mine:policy）",
    "no.policy-missing": "方策「{found}」を読み込めません: {why}",
    "no.benchmark-who": "プレイする側を --policy モジュール:関数 か --bot 名前 で指定してください",
    "no.benchmark-result": "ファイルの{number}番目の結果が正しくありません。項目{field}を確かめてください",
    "benchmark.summary": "{task}: {player}がすべての席に順に座り、どの相手とも同じ配札で対戦します。",
    "benchmark.against": "相手",
    "benchmark.count": "ラウンド数",
    "benchmark.ahead": "他との差",
    "benchmark.rounds": "ラウンド\n勝率",
    "benchmark.matches": "試合\n勝率",
    "benchmark.fulfilled": "予言成就",
    "benchmark.values": "自己評価の\n過大分",
    "benchmark.time": "平均(ミリ秒)",
    "benchmark.note": "±はブロックごとの値による95%信頼区間です。互角なら1席の勝率は{share}です。",
    "benchmark.short": "課題の定めるブロック数に足りないため、正式な結果ではありません。",
    "benchmark.tasks": "課題:",
    "benchmark.before": "{task}: studentは{bot}を相手に1ラウンド{ahead} ± {interval}点を得ます（{rounds}ラウンド）。",
    "benchmark.best-response": (
        "{task}: {bot}への対策を学んだプレイヤーは1ラウンド{ahead} ± {interval}点を得ます（{rounds}ラウンド）。"
        "これは下限です。"
    ),
    "train.strength": "{players}人: greedyより1ラウンドにつき{ahead} ± {interval}点上回ります",
    "train.done": "ネットワークを{path}に書きました（CPU時間{seconds}秒）",
    "dataset.done": "{rounds}ラウンド分を{path}に書きました。列の説明はそこのREADME.mdにあります",
    "arena.summary-match": (
        "{game}、{players}人、シード{seed}: 同じ配札のブロック{blocks}個、{matches}試合、{rounds}ラウンド。"
    ),
    "arena.summary-round": "{game}、{players}人、シード{seed}: 同じ配札のブロック{blocks}個、{rounds}ラウンド。",
    "arena.bot": "ボット",
    "arena.points": "点/\nラウンド",
    "arena.ahead": "他との差",
    "arena.to-first": "先頭との差",
    "arena.rounds": "ラウンド\n勝率",
    "arena.matches": "試合\n勝率",
    "arena.fulfilled": "予言成就",
    "arena.in-trick": "第{trick}\nトリック",
    "arena.rating": "レーティング",
    "arena.decisions": "決断",
    "arena.time": "平均(ミリ秒)",
    "arena.slowest": "最長(ミリ秒)",
    "arena.note-interval": "±はブロックごとの値による95%信頼区間です。互角なら1席の勝率は{share}です。",
    "arena.note-bound": "±は途中で何度見ても成り立つ{level}信頼区間です。互角なら1席の勝率は{share}です。",
    "arena.note-timed": "時間で考えるボットがいます。同じシードで同じになるのは配札と席順だけで、数値は変わります。",
    "arena.decided": "{blocks}ブロックで決着しました。先頭のボットと他のすべてのボットとの差がはっきりしました。",
    "arena.undecided": "{blocks}ブロックでは決着しませんでした。",
    "arena.kept": "{blocks}ブロックを{file}に残しました。続けるには同じコマンドに--resumeを付けてください",
    "arena.plot-title": "1ラウンドあたりの点: 他のボットとの差",
    "arena.plot-axis": "点/ラウンド(同じ配札のブロックによる{level}信頼区間)",
    "check.ok": "正常: 記録{records}件(うち途中まで{unfinished}件)、イベント{events}件",
    "check.broken": "異常: 壊れた記録{broken}件、正常な記録{records}件(うち途中まで{unfinished}件)、イベント{events}件",
    "check.more": "{file}: ほかに{count}件のエラー",
    "verify.holds": "{where}: 約束どおりです。{deals}回の配札がシードと一致しました({seats})",
    "verify.gave": "乱数を出した席: {seats}",
    "verify.gave-none": "出していない席: {seats}",
    "verify.first-chosen": "席{number}が最初の席に選ばれました",
    "verify.first-drawn": "シードから引いたカードで席{number}が最初の席に決まりました",
    "verify.seat": "席{number}[{why}]",
    "verify.bot": "ボット",
    "verify.device": "同じ端末の2席目以降",
    "verify.silent": "応答なし",
    "verify.committed": "コミットメントの後で応答なし",
    "verify.join": "。",
    "verify.ok": "正常: {matches}ゲームを検証しました",
    "verify.broken": "異常: 検証に通らなかったもの{broken}件、検証できたゲーム{matches}件",
    # foretold review, and what the coach says elsewhere
    "no.review-what": "「{found}」はファイルでもゲームへのリンクでもありません",
    "no.review-unreachable": "{link}から記録を取得できません: {why}",
    "no.worlds-count": "配り方の数{found}は少なすぎます。2以上にしてください",
    "coach.card": "{suit}{number}",
    "coach.names": "{card}（{suit}を指定）",
    "coach.surrender": "リードの放棄",
    "review.title": "検討: {game}",
    "review.won": "{names}の勝ち（{scores}）。",
    "review.shared": "{names}の引き分け勝ち（{scores}）。",
    "review.unfinished": "ゲームは途中までです。結果はその時点の見込みです。",
    "review.results": "運と腕",
    "review.results-lead": (
        "均等な取り分から結果までを、勝率と得点で表したものです。手札がそれより多く約束した分を足し、"
        "その時に知り得たことで最善だった手と比べた自分の損を引き、ほかの人から得た分や失った分を足すと、"
        "結果になります。お互いのミスが打ち消し合うところは、収まる分だけを示します。"
    ),
    "review.seat": "席",
    "review.expected": "均等",
    "review.cards": "手札",
    "review.others": "ほかの人",
    "review.choice": "予言",
    "review.choice.prophecy": "ビッド",
    "review.play": "プレイ",
    "review.result": "結果",
    "review.accuracy": "精度",
    "review.decided": "判断",
    "review.marked": "ミス",
    "review.unit": "単位",
    "review.unit-match": "%",
    "review.unit-points": "点",
    "review.steps-match": "勝率",
    "review.steps-points": "得点",
    "review.curve": "勝率",
    "review.curve-lead": (
        "判断ごとの勝率です。各席がその時に知り得たことから求め、全員の合計が100%になるようにそろえました。"
    ),
    "review.round": "ラウンド{round}",
    "review.decisions": "損をした判断",
    "review.decisions-lead": (
        "標準誤差の2倍を超える損を、勝率で示します。{inaccuracy}以上で小さなミス、{mistake}以上でミス、"
        "{blunder}以上で大きなミスです。"
    ),
    "review.none": "偶然と区別できる損はありません。",
    "review.where": "ラウンド{round}、トリック{trick}",
    "review.where-told": "ラウンド{round}、予言",
    "review.where-told.prophecy": "ラウンド{round}、ビッド",
    "review.round-head": "ラウンド",
    "review.trick-head": "トリック",
    "review.points-head": "点",
    "review.loss": "損",
    "review.instead": "{best}ではなく{action}",
    "review.lost": "{match} ±{error}",
    "review.points": "{points}点",
    "review.mark.inaccuracy": "小さなミス",
    "review.mark.mistake": "ミス",
    "review.mark.blunder": "大きなミス",
    "review.only": "唯一の手",
    "review.found-only": "{action}: 唯一の手を発見",
    "review.turns": "分かれ目",
    "review.turns-lead": "勝率が最も大きく動いた場面です。",
    "review.turn.cards": "{who}: 配札で{before} → {after}",
    "review.turn.others": "{who}: ほかの人の手で{before} → {after}",
    "review.turn.choice": "{who}: 自分の予言で{before} → {after}",
    "review.turn.choice.prophecy": "{who}: 自分のビッドで{before} → {after}",
    "review.turn.play": "{who}: 自分のカードで{before} → {after}",
    "review.told": "予言",
    "review.told.prophecy": "ビッド",
    "review.told-lead": (
        "実際の予言、その時に知り得たことで最善だった予言、実際の最初の7トリックなら実現した予言です。"
    ),
    "review.told-lead.prophecy": "実際のビッド、その時に知り得たことで最善だったビッド、実際に取ったトリック数です。",
    "review.was-told": "実際",
    "review.was-told.prophecy": "実際",
    "review.foresight": "事前の最善",
    "review.hindsight": "結果論",
    "review.hindsight.prophecy": "取った数",
    "review.best": "最善",
    "review.as-good": "互角",
    "review.played": "実際",
    "review.action": "選択肢",
    "review.to-expect": "期待点",
    "review.chance": "勝率",
    "review.how": "求め方",
    "review.how-text": (
        "各判断を、その席が知り得たことに合う{worlds}通りの配り方（シード{seed}）で調べました。すべて数え上げられる場面では全通りです。"
        "相手は全員強いとみなしました。標準誤差以内の差は損に数えません。"
    ),
    "no.no-aids": "この卓ではヒントや予測を使えません",
    "no.hint-not-now": "ヒントは選ぶ番の席だけです。自分の番を待ってください",
    "no.hint-waits": "ヒントを調べています。お待ちください",
    "no.hint-failed": "コーチが計算できませんでした。もう一度お試しください",
    # hints
    "link.table": "{game}の卓に参加",
    "link.table-full": "{game}の卓",
    "link.table-text": "参加者：{names}。空席：{free}。",
    "link.table-free": "空席：{free}。",
    "link.challenge": "同じカードで挑戦：{game}",
    "link.challenge-of": "{name}さんからの挑戦：同じカードで{game}",
    "link.challenge-text": "同じ配札、同じボットで遊び、ラウンドごとに比べられます。",
    "link.daily": "デイリー対戦 {day}",
    "link.daily-text": "一日一回、全員が同じカードで遊ぶトリックテイキング。",
    "link.match": "{game}の対戦",
    "link.match-won": "{names}の勝ち：{game}",
    "link.match-shared": "{names}が同点優勝：{game}",
    "link.group": "グループ「{title}」への招待",
    "link.group-text": "メンバー{count}人。アカウントなしで一緒に遊べるトリックテイキング。",
    "link.puzzle": "問題{number}：{game}",
    "link.puzzle-text": "一つの判断、一つの最善手。見つけられますか。",
    "hint.as-good": "確かめられる範囲で{best}と互角です。{reason}",
    "hint.comes-too": "{chance}で{place}になり",
    "hint.wins-too": "{chance}でトリックを取ります。ビッド{bid}が的中する見込みは{met}です。",
    "hint.comes": "知っていることに合う配り方の{chance}で{place}になり",
    "hint.comes-sure": "必ず{place}になり",
    "hint.token": "{comes}、そこには予言が残っています。七つとも実現する見込みは{fulfilled}です。",
    "hint.no-token": "{comes}、そこに予言は残っていません。七つとも実現する見込みは{fulfilled}です。",
    "hint.token-past": "{comes}、そこには予言が残っています。",
    "hint.no-token-past": "{comes}、そこに予言は残っていません。",
    "hint.about": "約{chance}",
    "hint.and": "{reason}{more}",
    "hint.gains-points-seven": (
        "{rival}の方が七つとも実現しやすいものの、平均の得点はこちらが{told}点、{rival}は{less}点です。"
    ),
    "hint.gains-points-bid": (
        "{rival}の方がビッドは的中しやすいものの、平均の得点はこちらが{told}点、{rival}は{less}点です。"
    ),
    "hint.gains-match-seven": (
        "{rival}の方が七つとも実現しやすいものの、こちらはほかの人に取らせません。勝率はこちらが{told}、"
        "{rival}は{less}です。"
    ),
    "hint.gains-match-bid": (
        "{rival}の方がビッドは的中しやすいものの、こちらはほかの人に取らせません。勝率はこちらが{told}、"
        "{rival}は{less}です。"
    ),
    "hint.prophecy": "七つとも実現する見込みは{fulfilled}、第7トリックでの実現は{seven}です。",
    "hint.bid": "ビッド{bid}: 的中する見込みは{met}です。取るトリックは{likely}が最も多くなります。",
    "hint.wins": "知っていることに合う配り方の{chance}でトリックを取ります。ビッド{bid}が的中する見込みは{met}です。",
    "hint.wins-sure": "必ずトリックを取ります。ビッド{bid}が的中する見込みは{met}です。",
    "hint.loses-sure": "トリックを取ることはありません。ビッド{bid}が的中する見込みは{met}です。",
    "hint.surrender": "ほかにできることはありません。",
    "terminal.hints": "勝率の高い順（知っていることに合う配り方{deals}通り）:",
    "terminal.hints-exact": "勝率の高い順（知っていることに合う配り方全{deals}通り）:",
    "reason.bid": "ビッド{bid}",
    "reason.ends-now": (
        "{other}だと、配り方の{instead}で{who}がこのトリックで七つとも実現し、ラウンドが終わります。"
        "{best}なら{often}です。"
    ),
    "reason.ends-now-sure": "{other}だと、{who}の{card}が{place}になって七つとも実現し、ラウンドが終わります。",
    "reason.gives-token": (
        "{who}はここで{place}を必要としています。{other}だと配り方の{instead}で{place}を渡し、{best}なら{often}です。"
    ),
    "reason.gives-token-sure": (
        "{who}はここで{place}を必要としています。{other}だと{place}を渡し、{best}なら渡しません。"
    ),
    "reason.rival-seven": "{who}が七つとも実現するのは、{other}だと配り方の{instead}、{best}なら{often}です。",
    "reason.others-seven": "ほかの誰かが七つとも実現するのは、{other}だと配り方の{instead}、{best}なら{often}です。",
    "reason.target": "{who}が{n}点に達して試合が終わるのは、{other}だと配り方の{instead}、{best}なら{often}です。",
    "reason.runner-up": (
        "残りの予言が最も少ない人の1点を得るのは、{best}なら配り方の{often}、{other}だと{instead}です。"
    ),
    "reason.shortfall": "予言が二つ以上残って失点するのは、{other}だと配り方の{instead}、{best}なら{often}です。",
    "reason.sooner": (
        "第{trick}トリックまでに七つとも実現する（{n}点以上）のは、{best}なら配り方の{often}、{other}だと{instead}"
        "です。"
    ),
    "reason.token-now": "予言の残っている{place}になるのは、{best}なら配り方の{often}、{other}だと{instead}です。",
    "reason.token-now-sure": "{best}なら予言の残っている{place}になり、{other}ではなりません。",
    "reason.last-lead": (
        "{suit}がリードになるのはこれが最後です。予言の残っている{place}になるのは、"
        "{best}なら配り方の{often}、{other}だと{instead}です。"
    ),
    "reason.last-lead-sure": (
        "{suit}がリードになるのはこれが最後です。{best}なら予言の残っている{place}になり、{other}ではなりません。"
    ),
    "reason.needs-all": (
        "残り{n}トリックで予言が{n}つ残っているため、これからは毎回実現しなければなりません。"
        "このトリックで実現するのは、{best}なら配り方の{often}、{other}だと{instead}です。"
    ),
    "reason.any-token": "このトリックで予言が実現するのは、{best}なら配り方の{often}、{other}だと{instead}です。",
    "reason.place-open": "{place}の予言が残ってしまうのは、{other}だと配り方の{instead}、{best}なら{often}です。",
    "reason.kept": (
        "{card}は取っておく価値があります。後で予言を実現するのは配り方の{often}で、"
        "主に第{trick}トリック（リード{suit}）の{place}です。代わりに{best}を残した場合は{instead}です。"
    ),
    "reason.kept-last": (
        "{card}は手札に残る最後の{suit}で、第{trick}トリック（リード{suit}）で必要になります。"
        "残せば配り方の{often}で予言を実現し、代わりに{best}を残した場合は{instead}です。"
    ),
    "reason.void": (
        "{best}は手札に残る最後の{suit}です。第{trick}トリックで{suit}がリードになれば、"
        "どのカードでも出せます。それで予言が実現するのは配り方の{often}、{other}の後では{instead}です。"
    ),
    "reason.card-token": "後で{card}が予言を実現するのは、{best}なら配り方の{often}、{other}だと{instead}です。",
    "reason.too-many": (
        "{other}は{place}を{n}回としていますが、それが実現するのは配り方の{instead}です。{fewer}回なら{often}です。"
    ),
    "reason.too-many-any": (
        "{other}は{place}を{n}回としていますが、それが実現するのは配り方の{instead}だけです。"
        "{best}には{place}がありません。"
    ),
    "reason.too-many-for": (
        "{other}は{place}を{n}回としていますが、それが実現するのは配り方の{instead}です。{fewer}回なら{often}です。"
        "{best}は{gain}を{more}回としていて、それは{gained}で実現します。"
    ),
    "reason.too-many-any-for": (
        "{other}は{place}を{n}回としていますが、それが実現するのは配り方の{instead}だけです。"
        "{best}は代わりに{gain}を{more}回としていて、それは{gained}で実現します。"
    ),
    "reason.too-few": (
        "{other}では、手札が予言の{fewer}回より多く{place}になり、"
        "順位が無駄になることが配り方の{instead}であります。{best}は{place}を{n}回として生かします。"
    ),
    "reason.too-few-none": (
        "{other}は{place}を予言していませんが、手札は配り方の{instead}で{place}になります。"
        "{best}は{place}を{n}回として生かします。"
    ),
    "reason.win-now": (
        "ビッド{bid}には残り{tricks}トリックのうちあと{n}つ必要です。このトリックを取るのは、"
        "{best}なら配り方の{often}、{other}だと{instead}です。"
    ),
    "reason.win-now-sure": (
        "ビッド{bid}には残り{tricks}トリックのうちあと{n}つ必要です。このトリックは{best}なら必ず取れ、"
        "{other}では取れません。"
    ),
    "reason.duck-now": (
        "ビッド{bid}まで、残り{tricks}トリックのうちあと{n}つしか取れません。このトリックを取ってしまうのは、"
        "{other}だと配り方の{instead}、{best}なら{often}です。"
    ),
    "reason.duck-now-sure": (
        "ビッド{bid}まで、残り{tricks}トリックのうちあと{n}つしか取れません。"
        "このトリックは{other}だと必ず取ってしまい、{best}なら取らずに済みます。"
    ),
    "reason.bid-full": (
        "ビッド{bid}にはもう届いていて、これ以上取ると多すぎます。このトリックを取ってしまうのは、"
        "{other}だと配り方の{instead}、{best}なら{often}です。"
    ),
    "reason.bid-full-sure": (
        "ビッド{bid}にはもう届いていて、これ以上取ると多すぎます。このトリックは{other}だと必ず取ってしまい、"
        "{best}なら取らずに済みます。"
    ),
    "reason.every-trick": (
        "ビッド{bid}には残りのトリックがすべて必要です。このトリックを取るのは、{best}なら配り方の{often}、"
        "{other}だと{instead}です。"
    ),
    "reason.every-trick-sure": (
        "ビッド{bid}には残りのトリックがすべて必要です。このトリックは{best}なら必ず取れ、{other}では取れません。"
    ),
    "reason.gives-trick": (
        "このトリックを{who}に渡すのは、{other}だと配り方の{instead}、{best}なら{often}です。"
        "渡すと{who}のビッドが的中しやすくなります。"
    ),
    "reason.denies": "{who}のビッドが的中するのは、{other}だと配り方の{instead}、{best}なら{often}です。",
    "reason.denies-open": "{who}のビッド{bid}が的中するのは、{other}だと配り方の{instead}、{best}なら{often}です。",
    "reason.denies-leader": "首位の{who}のビッドが的中するのは、{other}だと配り方の{instead}、{best}なら{often}です。",
    "reason.denies-leader-open": (
        "首位の{who}のビッド{bid}が的中するのは、{other}だと配り方の{instead}、{best}なら{often}です。"
    ),
    "reason.over": "ビッド{bid}より多く取ってしまうのは、{other}だと配り方の{instead}、{best}なら{often}です。",
    "reason.short": "ビッド{bid}に足りなくなるのは、{other}だと配り方の{instead}、{best}なら{often}です。",
    "reason.tricks": "どちらでもビッドが外れる場合、{best}の方が{other}より平均{apart}トリック多く取れます。",
    "reason.no-bid": (
        "ビッドにはもう届かないので、一つ一つのトリックが得点になります。"
        "{best}の方が{other}より平均{apart}トリック多く取れます。"
    ),
    "reason.kept-winner": (
        "{card}は取っておく価値があります。後でトリックを取るのは配り方の{often}、"
        "代わりに{best}を残した場合は{instead}です。"
    ),
    "reason.spares": (
        "このトリックの結果は{best}でも{other}でも同じですが、{other}の方が強く、取っておく価値があります。"
        "最後にトリックが足りなくなるのは、{other}を出すと配り方の{instead}、{best}なら{often}です。"
    ),
    "reason.sheds": (
        "{card}は手放すのが得です。残すと配り方の{instead}で後のトリックを取ってしまい、"
        "多すぎることがよくあります。代わりに{other}を残した場合は{often}です。"
    ),
    "reason.unloads": (
        "このトリックの結果は{best}でも{other}でも同じですが、{best}の方が強く、手放すのが得です。"
        "最後にトリックを取りすぎるのは、{other}を出すと配り方の{instead}、{best}なら{often}です。"
    ),
    "reason.surrender": (
        "最後にシャーマンだけでリードする番になり、放棄して0点になるのは、{other}だと配り方の{instead}、"
        "{best}なら{often}です。"
    ),
    "reason.specialist-led": (
        "最後に{card}でリードするしかなくなるのは、{other}だと配り方の{instead}、{best}なら{often}です。"
    ),
    "reason.discard": (
        "{best}は手札に残る最後の{suit}です。次に{suit}がリードされたら、取りすぎになるカードを捨てられます。"
        "そうなるのは配り方の{often}、{other}の後では{instead}です。"
    ),
    "reason.ruffed": "自分のリードに切り札を出されて負けるのは、{other}だと配り方の{instead}、{best}なら{often}です。",
    "reason.card-wins": "後で{card}がトリックを取るのは、{best}なら配り方の{often}、{other}だと{instead}です。",
    "reason.card-unwanted": (
        "後で{card}がトリックを取ってしまうのは、{other}だと配り方の{instead}、{best}なら{often}で、"
        "取りすぎになりがちです。"
    ),
    "reason.bid-high": (
        "この手札にビッド{bid}は高めです。足りなくなるのは配り方の{instead}、ビッド{fewer}なら{often}です。"
    ),
    "reason.bid-high-none": (
        "この手札にビッド{bid}は高めで、配り方の{instead}で足りなくなります。ビッド0なら一つも要りません。"
    ),
    "reason.bid-low": (
        "この手札にビッド{bid}は低めです。取りすぎになるのは配り方の{instead}、ビッド{fewer}なら{often}です。"
    ),
    "reason.bid-keeps": (
        "{best}なら{card}が手札に残ります。残るカードがトリックを取るのは配り方の{often}、"
        "{other}で代わりに残るカードは{instead}です。"
    ),
    "reason.bid-worth": (
        "ビッド{fewer}は的中しにくいものの、的中すれば{often}点になります。ビッド{bid}では{instead}点です。"
    ),
    "reason.bid-tricks": "{best}なら、{other}より平均{apart}トリック多く取れ、1トリックが1点になります。",
    "terminal.hints-counts": "手札が各順位を取る回数（一番上の予言の場合）:",
    "terminal.hints-won": "手札が取るトリックの数（一番上のビッドの場合）:",
    "terminal.hints-yours": "自分の案：",
    "terminal.hints-worth": "{match} ±{error}",
    "terminal.hints-points": "{points}点",
    "terminal.hints-not-yet": "コーチの準備中です。少し後でもう一度どうぞ。",
    # foretold puzzles
    "no.puzzles-number": "問題{found}はありません。1から{last}の中から選んでください",
    "terminal.puzzle": "問題{number}（全{count}問）。あなたは{seat}です。"
    "初級・欲張り・予言者（2〜64通りを読む）の計16回の解答で不正解率{difficulty}。",
    "terminal.puzzle-find.card": "最善のカードは？",
    "terminal.puzzle-find.prophecy": "最善の予言は？",
    "terminal.puzzle-find.bid": "最善のビッドは？（数が合えば正解）",
    "terminal.puzzle.right": "正解: {answer}。{streak}問連続正解。",
    "terminal.puzzle.wrong": "正解は{answer}です。",
    "terminal.puzzle.worth": "{action}: 期待点{points}{note}",
    "terminal.puzzle.natural": "（自然に見える手）",
    "terminal.puzzle.not-now": "ここでは選べません。選択肢の中から答えてください",
    "terminal.puzzle.falls": "問題{number}は成り立ちません：正解と次点の差は{ahead}点です。",
    "terminal.puzzle.made": "これまでに{count}問：{themes}。",
    "terminal.puzzle.checked": "{count}問中{stands}問が成り立ちます。",
    "terminal.puzzle.alone": "問題ではヒントを使えません。答えるか quit で終えてください。",
    "terminal.whatif.sums": "実際の結果と、この手順の結果:",
    "terminal.whatif.round": "第{round}ラウンド: {points}",
    "terminal.whatif.total": "合計: {points}",
    "terminal.puzzle.go-on": "Enter: 次の問題  w: ここから続ける  quit: 終了:",
    # the server's database
    "no.no-database": "データベース{file}がありません。--databaseかFORETOLD_DATABASEで指定してください",
    "no.no-database-of-ours": "{file}はforetoldのデータベースではありません。別のファイルを指定してください",
    "no.database-too-new": (
        "{file}は新しい版のforetoldのものです(スキーマ{found}、このソフトは{known}まで)。foretoldを更新してください"
    ),
    "no.database-trouble": "データベース{file}を使えません: {why}",
    "no.file-exists": "{file}は既にあります。別の名前にするか、--forceで置き換えてください",
    "no.postgres-missing": "PostgreSQLを使うには追加パッケージが必要です: pip install 'foretold[postgres]'",
    "no.postgres-too-old": "PostgreSQL {found}には対応していません。{oldest}以降を使ってください",
    "no.backup-postgres": "PostgreSQLのデータベースはpg_dumpでバックアップしてください。サーバーの稼働中でもできます",
    "no.copy-while-served": "{file}を使うサーバーが動いています。コピー中の出来事が抜けるので、先に止めてください",
    "no.copy-onto-something": "{file}にはすでにデータがあります。空のデータベースを指定してください",
    "no.copy-differs": "{file}がコピー元と一致しません（{part}）。削除してやり直してください",
    "no.backup-onto-database": "{file}は使用中のデータベースです。コピー先を別の名前にしてください",
    "no.database-damaged": "{file}は壊れています。バックアップから戻すか、`foretold doctor`で確かめてください",
    "no.not-writable": "サーバーがディスクに書き込めません。管理者が空きを作るまで保存できません",
    "no.damaged": "サーバーに保存された内容を読み取れません。サーバーの管理者による復元が必要です",
    "no.doctor-running": "{file}はサーバーが使用中です。先に止めてから修復してください",
    "doctor.holds": ("{file}: テーブル{tables}卓(記録{entries}件)、終わったゲーム{matches}、プレイヤー{people}人。"),
    "doctor.page": "破損: {why}",
    "doctor.journal": "テーブル{table}: {count}件の記録のうち、読めるのは最初の{good}件です。",
    "doctor.record": "ゲーム{match}: 記録がルールに合いません。",
    "doctor.gone": "テーブル{table}: すでに伝えた記録のうち最後の{count}件がなくなっています。",
    "doctor.whole": "すべて問題ありません。",
    "doctor.how": (
        "バックアップから戻すか、サーバーを止めて {command} を実行してください。"
        "読めるものすべてから新しいデータベースを作って置き換え、元のファイルもそばに残します。"
    ),
    "doctor.taken-out": "{file}から読めないものを取り除きました。取り除いたものは{damaged}にあります。",
    "doctor.repaired": "{file}は、読めたものから作り直したデータベースです。壊れたものは{damaged}に残しました。",
    "serve.damaged": "データベースが壊れています。{count}卓を読めませんが、ほかのテーブルは続けられます。",
    "serve.unreadable": "データベースが壊れていて、一部を読み取れません。",
    "serve.restore": "バックアップから戻すか、救えるものを確かめてください: {command}",
    "serve.gone": "{count}卓で、すでに伝えた最後の内容がなくなっています。手が失われたかもしれません。",
    "no.forget-unasked": "何も削除していません。削除するには--yes、一覧だけなら--listを付けてください",
    "export.done": "{count}ゲームを{file}に書き出しました。",
    "copy.done": "{database}の内容をすべて{file}にコピーし、{count}行が一致することを確かめました。",
    "no.site-not-built": "このForetoldはビルドされていません。pipで入れるか、scripts/venvを実行してください",
    "site.done": "{folder}にサイトができました（{size} MB）。どんなウェブサーバーのどのパスにでも置けます。",
    "no.service-in-home": (
        "{file}はホームディレクトリの中にあり、サービスからは見えません。全体用にインストールするか"
        "（PIPX_HOME=/opt/pipx PIPX_BIN_DIR=/usr/local/bin pipx install …）、--userを付けてください"
    ),
    "service.done": (
        "{file}を書き込みました。設定は{settings}に1行ずつFORETOLD_名前=値の形で書きます。起動するには: {command}"
    ),
    "backup.done": "{database}を{file}にコピーし、壊れていないことを確かめました。",
    "no.restore-running": "{file}はサーバーが使用中です。先に止めてから復元してください",
    "no.restore-postgres": "PostgreSQLはPostgreSQLのツールで復元してください。手順はdocs/server.mdにあります",
    "no.restore-same": "{file}はデータベースそのものです。コピーを指定してください",
    "no.restore-differs": "{file}が復元した内容と一致しません。元のデータベースに戻しました",
    "languages.line": "{tag} {name}：Python の語句 {python}、ページ {page}、ルール {rules} ページ。{state}",
    "languages.complete": "完了",
    "languages.incomplete": "未完了",
    "languages.exported": "{file}に{all}件中{count}件の訳文を書き出しました。",
    "languages.imported": "{file}から{count}件の訳文を読み込みました。",
    "no.languages-tag": "「languages {what}」には言語が必要です。fr や pt-BR のようなタグを指定してください",
    "no.languages-unknown": "「{tag}」は言語タグではありません。fr や pt-BR のように指定してください",
    "no.languages-babel": "PO ファイルには Babel が必要です。foretold[translate] をインストールしてください",
    "no.languages-checkout": "これはインストール版です。訳文の書き出しと読み込みはソースのチェックアウトで行います",
    "no.languages-forms": (
        "この言語の複数形は {forms} です。{file} に NAME、FORMS、form を手で書いてください（docs/translating.md 参照）"
    ),
    "no.languages-values": "{key}には次の値だけを過不足なく入れてください：{values}",
    "no.languages-po": "{file}は PO ファイルではありません：{why}",
    "restore.refused": "何も置き換えていません。{file}は壊れています。くわしくは `{command}` で確かめてください。",
    "restore.done": (
        "{file}から{database}を復元し、問題がないことを確かめました: "
        "テーブル{tables}卓、ゲーム{matches}、プレイヤー{people}人。"
    ),
    "restore.kept": "元のデータベースは{file}に残しました。",
    "forget.person": "{person}  最終アクセス {seen}、ゲーム数 {matches}、名前 {name}",
    "forget.nobody": "該当する人は保存されていません。",
    "forget.ask": "{count}人について保存されている情報をすべて削除しますか（y = はい、Enter = いいえ）:",
    "forget.kept": "何も削除しませんでした。",
    "forget.done": "{count}人の情報を削除しました。ゲームの記録は名前を除いて残ります。",
    "forget.running": (
        "このデータベースを使うサーバーが動いています。進行中のテーブルでは、次に起動し直すまで名前が表示されます。"
    ),
    # foretold admin
    "admin.done": "完了しました。",
    "admin.waits": "保存しました。サーバーが動いていないので、次に起動したときに席を空け、卓を閉じます。",
    "admin.none": "ありません。",
    "admin.link": "{minutes}分以内に一度だけ開けます。セッションは{hours}時間有効です。",
    "admin.lifted": "解除するまで",
    "admin.status.tables": "卓: {open}（待機 {waiting}、進行中 {running}、終了 {over}、日単位 {days}）",
    "admin.status.people": "人: {people}（1日以内 {people_today}、新規 {people_new}）、大会: {evenings}",
    "admin.status.queues": "未処理: 報告 {reports}、振り返り {reviews}、通知 {calls}、指示 {orders}",
    "admin.status.process": (
        "プロセス {process}: バージョン {version}、{started} から、卓に {people}人（着席 {seated}）、"
        "接続 {connections}、毎秒 {moves} 手、CPU {cpu} %、{memory} MB"
    ),
    "admin.status.moves": "  95 % の手は {ms} ms 以内に保存・送信",
    "admin.status.stopped": "サーバーは動いていません",
    "admin.status.backup": "毎日のコピー: {kept}、最新 {made}",
    "admin.tables": "{id}  {game}: {phase}、ラウンド {round}、人 {people}、ボット {bots}、空き {free}  {names}",
    "admin.people": "{id}  最終アクセス {seen}、報告 {reports}、卓 {table}、名前 {name}",
    "admin.reports": "{table} {number}  {at}  {name}（{person}）、対応: {outcome}",
    "admin.blocks": "{id}  {kind}  {whom}  {until}  {operator}: {reason}",
    "admin.announce": "{id}  {until}  {operator}: {text}",
    "admin.limits": "{name} = {value}、初期値 {default}{changed}",
    "admin.log": "{at}  {operator}  {action}{about}{why}",
    "admin.sessions": "{id}  {name}  {created} から {expires} まで",
    "no.admin-no-limit": "{found} という上限はありません。あるのは {known} です",
    "no.admin-limit-value": "整数か default を指定してください",
    # foretold serve
    "serve.here": "このマシンでのアドレス: {url}",
    "serve.network": "同じネットワークの友だち用: {url}",
    "serve.public": "公開アドレス: {url}",
    "serve.alone": "このマシンからだけ使えます。友だちを招くには --host 0.0.0.0 で起動してください。",
    "serve.no-network": "いまはネットワークにつながっていないので、このマシンからだけ使えます。",
    "serve.database": "データの保存先: {file}",
    "serve.stop": "Ctrl-C で止まります。ゲームは次に起動したときに続きます。",
    "serve.already": "Foretold はすでに動いています: {url}",
    "no.serve-whole": "{name} の値「{found}」は使えません。{least}から{most}までの整数を指定してください",
    "no.serve-number": "{name} の値「{found}」は使えません。{least}から{most}までの数を指定してください",
    "no.serve-level": "{name} の値「{found}」は使えません。{known} から選んでください",
    "no.serve-yes-no": "{name} の値「{found}」は使えません。yes か no を指定してください",
    "no.serve-place": "{name} の値「{found}」は使えません。127.0.0.1:9464 のようにアドレスとポートを指定してください",
    "no.serve-host": "{name} の値「{found}」は使えません。このマシンのアドレスか 0.0.0.0(全体)を指定してください",
    "no.serve-public-url": (
        "{name} の値「{found}」は使えません。https://cards.example.org/foretold のようなアドレスを指定してください"
    ),
    "no.serve-prefix": (
        "{name} の値「{found}」は使えません。/foretold のようなパスを指定してください({own} で始まるものは使えません)"
    ),
    "no.serve-prefix-differs": (
        "プレフィックス {prefix} が公開アドレス {url} のパスと違います。--prefix を外すか、両方を同じパスにしてください"
    ),
    "no.serve-names": (
        "{name} の値「{found}」は使えません。cards.example.org,box.lan のような名前、または *(すべて)を指定してください"
    ),
    "no.serve-proxies": (
        "{name} の値「{found}」は使えません。127.0.0.1,10.0.0.0/8 のようなアドレスかネットワーク、"
        "すべてなら * を指定してください"
    ),
    "no.serve-port-taken": (
        "ポート{port}は別のプログラムが使っています。そのプログラムを終えるか、--port で別のポートを選んでください"
    ),
    "no.serve-port-forbidden": ("ポート{port}はこのユーザーでは使えません。--port で1024以上のポートを選んでください"),
    "no.serve-no-such-host": "{host}では待ち受けできません。このマシンのアドレスか 0.0.0.0(全体)を指定してください",
    "no.serve-workers": (
        "複数のプロセスには、PostgreSQLのデータベースとforkのできるシステムが要ります。--workersを外してください"
    ),
    "no.serve-changing": "{file}を使うサーバーが起動中か終了中です。少し待ってからもう一度試してください",
    # records: form
    "no.missing-key": "「{key}」がありません",
    "no.unknown-format": "形式が「{found}」です。読めるのは「{format}」です",
    "no.unknown-rules": "ルール第{found}版の記録です。このソフトが知っているのは第{known}版です",
    "no.wrong-type": "「{key}」は{expected}でなければなりませんが、{found}になっています",
    "no.line-too-long": "1行が{limit} MiBを超えています。1行に1ゲームを書いてください",
    "no.not-utf8": "文字コードがUTF-8ではありません",
    "no.not-json": "JSONとして読めません({column}文字目)。1行に1つのJSONオブジェクトを書いてください",
    "no.too-deep": "JSONの入れ子が{limit}段を超えています",
    "no.bad-number": "数が大きすぎるか、数ではありません。整数を数字で書いてください",
    "no.duplicate-key": "同じオブジェクトにキー「{key}」が2回あります。1つにしてください",
    "no.no-such-event": "イベントには deal、action(seatと共に)、round、match のうちちょうど1つが必要です",
    "no.not-gzip": "gzipデータが壊れているか、途中で切れています",
    "no.no-record": "ファイルに記録がありません",
    "no.unreadable-file": "ファイルを読めません: {why}",
    # records: rules
    "no.deal-out-of-place": "ここでは配れません",
    "no.deal-missing": "配るべきところに行動があります",
    "no.result-too-early": "ラウンドが終わっていないのに結果があります",
    "no.result-missing": "ここには結果の「{kind}」イベントが必要です",
    "no.wrong-result": "{key}が{found}になっています。ルールでは{right}です",
    "no.after-the-end": "ゲームは終了しています。この後にイベントは置けません",
    "no.wrong-count": "{key}が{found}個です。{expected_count}個でなければなりません",
    "no.no-such-card": "{key}にある「{card}」はこのゲームのカードではありません",
    "no.card-twice": "カード{card}が2枚あります",
    "no.card-missing": "カード{card}がありません",
    "no.wrong-colours": "future は10枚、future_hidden は2枚で、合わせて各スート3枚でなければなりません",
    "no.wrong-rotation": "{key}が席{found}になっています。前のラウンドに続くのは席{expected_seat}です",
    "no.wrong-trump": "切り札が{found}になっています。ホイールでは{right}です",
    # verifiable deals
    "no.fair-absent": "記録に「fair」がありません。配札が約束されていないため、検証するものがありません",
    "no.fair-secret": "サーバーの秘密の値がコミットメントと一致しません。約束された値ではありません",
    "no.fair-share": "{seat}の乱数がコミットメントと一致しません。約束された値ではありません",
    "no.fair-first": "最初の席が、選ばれた席でも、シードから引いたカードで決まる席でもありません",
    "no.fair-deal": "第{round}ラウンドの配札が、シードから決まる配札と違います(「{key}」が一致しません)",
    "no.fair-scheme": "配札は「{found}」方式で約束されています。このソフトが知っているのは「{known}」です",
    "no.fair-key": "「{key}」は{scheme}にないキーです。取り除いてください",
    "no.fair-hex": "「{key}」は小文字の16進数{digits}桁でなければなりませんが、「{found}」になっています",
    "no.fair-both": "「{key}」に bytes と none の両方があります。どちらか一方にしてください",
    "no.fair-reason": "「{key}」が「{found}」になっています。乱数のない理由は{known}のどれかです",
    "no.fair-committed": "「{key}」は「{found}」なのにコミットメントがあります。両方あり得るのは silent だけです",
    "no.fair-sizes": "秘密の値は{secret}バイト、席が出す乱数は{share}バイトです",
    # terminal
    "terminal.sample": "予言",
    "terminal.you": "あなた",
    "terminal.bot-names": "あおい べに ちか だいち えま ふうた",
    "terminal.none": "-",
    "terminal.no-letters": "この端末では言語「{language}」を表示できないため(UTF-8ではありません)、英語で続けます",
    "terminal.place.1": "1位",
    "terminal.place.2": "2位",
    "terminal.place.3": "3位",
    "terminal.place.4": "4位",
    "terminal.round": "第{round}ラウンド（全{rounds}）",
    "terminal.round-open": "第{round}ラウンド",
    "terminal.trick": "トリック {trick}/{tricks}",
    "terminal.lead": "リード",
    "terminal.no-lead": "リードなし",
    "terminal.trump": "切り札",
    "terminal.no-trump": "ジャガーのみ",
    "terminal.phase.prophecy": "予言",
    "terminal.phase.bid": "ビッド",
    "terminal.short-title.seven-prophecies-2017": "七つの予言（初版）",
    "terminal.wheel": "各ラウンドの切り札:",
    "terminal.score.points": "{score}点",
    "terminal.score.rounds": "成就{score}回",
    "terminal.score.tokens": "実現{score}個",
    "terminal.total.points": "{score}点",
    "terminal.total.rounds": "成就{score}回",
    "terminal.total.tokens": "実現した予言{score}個",
    "terminal.specialists": "特別",
    "terminal.aside": "表向きの脇",
    "terminal.leads-times": "（リード{times}回）",
    "terminal.note.gap": "、",
    "terminal.note.turn": "手番",
    "terminal.note.bids": "ビッド中",
    "terminal.note.to-lead": "リード番",
    "terminal.note.leads": "リード",
    "terminal.note.leads-first": "最初のリード",
    "terminal.note.starter": "スタート",
    "terminal.note.dealer": "ディーラー",
    "terminal.note.chosen": "予言済み",
    "terminal.note.has-bid": "ビッド済み",
    "terminal.note.choosing": "予言中",
    "terminal.note.out": "達成不可",
    "terminal.note.void": "{suits}切れ",
    "terminal.note.face-up": "公開ビッド",
    "terminal.note.surrendered": "リード放棄",
    "terminal.head.open": "残り",
    "terminal.head.seat": "席",
    "terminal.head.prophecy": "予言",
    "terminal.head.true": "実現",
    "terminal.head.points": "点",
    "terminal.head.rounds": "成就したラウンド",
    "terminal.head.tokens": "実現した予言",
    "terminal.head.round": "回",
    "terminal.head.total": "合計",
    "terminal.head.score": "得点",
    "terminal.head.bid": "ビッド",
    "terminal.head.won": "取得",
    "terminal.bid-laid": " ? 裏向き",
    "terminal.bid-shown": "{name} {bid} = {value}",
    "terminal.bids-face-up": "公開ビッド: ",
    "terminal.trick-before": "直前:    ",
    "terminal.trick-so-far": "トリック:",
    "terminal.surrenders": "リードを放棄",
    "terminal.took": "{place} {name} {card}",
    "terminal.trick-done": "トリック{trick}: ",
    "terminal.trick-won": "{name}が{card}で勝ち、これで{won}トリックです。",
    "terminal.revealed": "全員の予言: ",
    "terminal.round-over": "第{round}ラウンドが終わりました。",
    "terminal.round-fulfilled": "トリック{trick}で七つの予言がすべて実現: {names}",
    "terminal.round-unfulfilled": "七つすべてを実現した席はありませんでした。",
    "terminal.round-rules": "計算の根拠: {clauses}",
    "terminal.bids-exact": "ビッド的中: {names}",
    "terminal.bids-missed": "ビッドが的中した席はありませんでした。",
    "terminal.part.all-seven": "トリック{number}で七つすべて",
    "terminal.part.too-late": "七つすべて、ただしトリック{number}",
    "terminal.part.left": "残り{number}個",
    "terminal.part.fewest-left": "（最少）",
    "terminal.part.tokens": "{all}個中{number}個",
    "terminal.part.tricks": "{number}トリック",
    "terminal.part.bid-met": "＋的中{points}点",
    "terminal.part.bid-missed": "、的中せず",
    "terminal.part.gave-up": "リードを放棄",
    "terminal.part.sum": "{parts}: {points}",
    "terminal.part.floor": "（{total}点より下がらない）",
    "terminal.rounds.points": "各ラウンドの予言と点",
    "terminal.rounds.rounds": "各ラウンドの予言と成就",
    "terminal.rounds.tokens": "予言と実現した数",
    "terminal.rounds.bids": "各ラウンドのビッド/取得トリックと点",
    "terminal.rounds-before": "{round}まで",
    "terminal.rounds-floor": "合計は{floor}より下がりません。",
    "terminal.over.points": "合計{target}点以上の席が出たので終わりです（{clause}）。",
    "terminal.over.rounds-fulfilled": "{target}回成就した席が出たので終わりです（{clause}）。",
    "terminal.over.tokens": "予言が{target}個実現した席が出たので終わりです（{clause}）。",
    "terminal.over.last-round": "第{rounds}ラウンドが最後でした（{clause}）。",
    "terminal.over.both": "第{rounds}ラウンドが最後で、合計{target}点以上の席も出たので終わりです（{clause}）。",
    "terminal.over.single": "1ラウンドだけのゲームでした（{clause}）。",
    "terminal.winner": "ゲーム終了。{names}が{total}で勝ちました。",
    "terminal.winners": "ゲーム終了。勝者は{total}の{names}です。",
    "terminal.tie.shared": "同点のため、勝利を分かち合います。",
    "terminal.tie.fewest_on_edges": (
        "{names}が同点でした。最終ラウンドで1位と最下位に置いたトークンの少なさで決まりました（{clause}）。"
    ),
    "terminal.tie.nearest_to_last": (
        "{names}が並びました。最後のトリックで最下位に近い順位だった席の勝ちです（{clause}）。"
    ),
    "terminal.tie.rounds_fulfilled": "{names}が同点でした。ビッドが的中したラウンドの多さで決まりました（{clause}）。",
    "terminal.kept": "記録を保存しました。見直すには: {program} show {file} --line {line}",
    "terminal.record-not-written": "記録を{file}に書けませんでした: {why}",
    "terminal.not-kept": "ゲームを保存できません（{why}）。このまま遊べますが、後で再開はできません",
    "terminal.old-kept": "途中のゲームは{file}に移しました。",
    "terminal.damaged": "保存されたゲームが壊れていたため{file}に移しました。新しいゲームを始めます",
    "terminal.left": "ゲームを保存しました。続けるには: {program} play --resume",
    "terminal.left-unkept": "席を離れました。このゲームは保存できませんでした。",
    "terminal.unfinished": "途中のゲームがあります: {title}、第{round}ラウンド。",
    "terminal.prompt.resume": "Enter = 続きから、n = 新しいゲーム:",
    "terminal.answer-resume": "続けるにはEnter、新しく始めるにはnと答えてください",
    "terminal.prompt.game": "どのゲームで遊びますか（Enter = 1）:",
    "terminal.answer-game": "1から{last}までの番号で答えるか、Enterで1を選んでください",
    "terminal.menu.game": "{number}. {label}: {players}人、{minutes}分",
    "terminal.menu.seven-prophecies": "何位を何回取るかを予言します。七つ実現すればラウンド終了です。",
    "terminal.menu.seven-prophecies-2017": "初版です。カードが多く、未来の列も本物のカードで、失点もあります。",
    "terminal.menu.prophecy": "手札を伏せて、取るトリック数をビッドします。伏せたカードは使えません。",
    "terminal.warming": "ボットは準備中です。しばらくは単純に打ちます。",
    "terminal.greet": "対戦相手: {names}",
    "terminal.go-on": "[Enter]",
    "terminal.no-trick": "このラウンドではまだトリックが終わっていません",
    "terminal.undone": "取り消しました。もう一度選んでください。",
    "terminal.drawn": "引いたカード: {cards}",
    "terminal.starts-first": "第1ラウンドのスタートプレイヤーは{name}です。",
    "terminal.deals-first": "最初のディーラーは{name}です。",
    "terminal.nothing-to-wait-for": "いま待つ相手はいません。",
    "terminal.no-look-back": "この対戦では、終わったトリックを見返せません。",
    "terminal.nothing-to-undo": "取り消せる行動はまだありません。",
    "terminal.history": "これまでのカード",
    "terminal.gone": "すでに出たカード",
    "terminal.unseen": "見えていないカード（ほかの手札か脇）",
    "terminal.own-bid": "自分のビッド（このラウンドでは使わない）:",
    "terminal.prompt.prophecy": "予言（? = ヘルプ）:",
    "terminal.prompt.bid": "ビッド（? = ヘルプ）:",
    "terminal.prompt.tricks": "出すカード（? = ヘルプ）:",
    "terminal.hint.prophecy": "7個を1位-{last}に分けます。例: {even}",
    "terminal.hint.bid": "{size}枚をビッド（例: {example}）。スートの合計: {worth}",
    "terminal.hint.wait": "いまビッドするか、wait で{names}の公開ビッドを待てます。",
    "terminal.hint.reach": "この手札では{reach}をビッドできます（全{tricks}トリック）。的中でさらに{bonus}点。",
    "terminal.hint.picked": "選んだカード: {cards} = {value}。あと{more}枚（clear で選び直し）。",
    "terminal.hint.surrender": "手札はシャーマンだけでリードできません。1でリードを放棄します（PR-13）。",
    "terminal.hint.lead": "あなたのリードです（シャーマン以外）",
    "terminal.hint.wins": "{true} = いま出せばトリックに勝っているカード",
    "terminal.hint.places": "{arrow} いま出した場合の順位、{true} そこに自分のトークンあり",
    "terminal.hint.places.seven-prophecies-2017": "{arrow} いま出した場合の順位、{true} そこに自分のキューブあり",
    "terminal.rules.seven-prophecies.prophecy": (
        "いまは予言です。\n"
        "・何位を何回取るか、7個のトークンすべてを順位に分けます（SP2-4）。\n"
        "・全員が決めるまで中身は見えず、決めたら変えられません（SP1-6）。\n"
        "・未来の列が各トリックのリードスートです。リードスートは他より強く、\n"
        "  あとはスートに関係なく数字の大きいほうが上位です（SP1-8）。\n"
        "・取った順位にトークンが残っていれば1個が実現します。誰かの7個が\n"
        "  すべて実現するか、10トリックでラウンド終了です（SP2-6）。\n"
        "・トリック7、8、9、10で達成すると5、3、2、1点。10より前なら、\n"
        "  残りが最も少ない他の席も1点を得ます（SP2-7）。"
    ),
    "terminal.rules.seven-prophecies.tricks": (
        "いまはトリックです。\n"
        "・リードスート（列の印の付いたスート）を持っていれば必ず出します。\n"
        "  リードする席も同じです。なければ何でも出せます（SP1-7）。\n"
        "・リードスートは他より強く、あとはスートに関係なく数字の大きいほうが上位。\n"
        "  リードスート以外で同じ数字なら、後から出したほうが上位です（SP1-8）。\n"
        "・取った順位に自分のトークンがあれば1個が実現します（{true}）（SP1-9）。\n"
        "・1位の席が次をリードします（SP1-10）。誰かの7個がすべて実現するか、\n"
        "  10トリックで終了（SP2-6）。トリック7、8、9、10で5、3、2、1点、\n"
        "  10より前なら、残りが最も少ない他の席も1点（SP2-7）。\n"
        "・7点以上の席が出るか、人数と同じ数のラウンドでゲーム終了です（SP2-9）。"
    ),
    "terminal.rules.seven-prophecies-2017.prophecy": (
        "いまは予言です。\n"
        "・何位を何回取るか、7個のキューブすべてを順位に分けます（SP1-6）。\n"
        "・全員が決めるまで中身は見えず、決めたら変えられません。\n"
        "・未来の列が各トリックのリードスートです。数字は関係ありませんが、\n"
        "  列のカードは誰の手札にもありません（SP1-5）。\n"
        "・リードスートは他より強く、あとは数字の大きいほうが上位です（SP1-8）。\n"
        "・誰かの7個がすべて実現するか、10トリックでラウンド終了です（SP1-11）。"
    ),
    "terminal.rules.seven-prophecies-2017.tricks": (
        "いまはトリックです。\n"
        "・リードスート（列の印の付いたスート）を持っていれば必ず出します。\n"
        "  リードする席も同じです。なければ何でも出せます（SP1-7）。\n"
        "・リードスートは他より強く、あとはスートに関係なく数字の大きいほうが上位。\n"
        "  リードスート以外で同じ数字なら、後から出したほうが上位です（SP1-8）。\n"
        "・取った順位に自分のキューブがあれば1個が実現します（{true}）（SP1-9）。\n"
        "・1位の席が次をリードします（SP1-10）。誰かの7個がすべて実現するか、\n"
        "  10トリックでラウンド終了です（SP1-11）。"
    ),
    "terminal.rules.seven-prophecies-2017.standard": (
        "・七つすべて実現で2点。そうでなければ、残ったキューブの数より1少ない点を\n"
        "  失います（SP1-12）。人数と同じ数のラウンドを行います（SP1-15）。"
    ),
    "terminal.rules.seven-prophecies-2017.first-to-two": (
        "・バリアント first-to-two: 七つの実現が先に2回に達した席の勝ち（SP1-16）。"
    ),
    "terminal.rules.seven-prophecies-2017.single-round": (
        "・バリアント single-round: 実現した予言が最も多い席の勝ち。七つの席が複数なら、\n"
        "  最後のトリックで最下位に近い順位の席が勝ちます（SP1-17）。"
    ),
    "terminal.rules.prophecy.bid": (
        "いまはビッドです。\n"
        "・手札のカードを脇に置き、スートの合計で取るトリック数を示します:\n"
        "  太陽0、槍1、蛇2、鷲3。数字は関係なく、スペシャリストはビッドできません。\n"
        "  置いたカードはこのラウンドでは使えません（PR-4）。\n"
        "・1トリック1点、ビッドがちょうど当たるとボーナスです（PR-15）。\n"
        "・3人以上で最初と最後以外のラウンドでは、最高得点の席が先に表向きで\n"
        "  ビッドします（PR-5）。ほかのビッドは得点計算まで伏せます（PR-16）。"
    ),
    "terminal.rules.prophecy.early-bids": "- 公開ビッドの前に裏向きでビッドしても、待ってもかまいません（PR-22）。",
    "terminal.rules.prophecy.wheel": "・切り札の順番は推定です。--option wheel=... で変えられます（PR-20）。",
    "terminal.rules.prophecy.tricks": (
        "いまはトリックです。\n"
        "・リードスートがあればそれか、いずれかのスペシャリストを出します。\n"
        "  なければ何でも出せます（PR-9）。シャーマンではリードできません（PR-7）。\n"
        "・最強の切り札、なければサル、なければリードスートの最強が勝ち（PR-12）。\n"
        "  勝った席が次をリードします（PR-6）。\n"
        "・1トリック1点、ビッドがちょうど当たるとボーナスです（PR-15）。"
    ),
    "terminal.rules.prophecy.specialists": (
        "・ジャガーは最強の切り札、サルは切り札以外に勝ち、トカゲはリードスートの\n"
        "  最弱（PR-10）。シャーマンは直前のカードより半ランク上です（PR-11）。\n"
        "・リードすると、ジャガーは切り札、トカゲは指定したスート（Lizard:S）、\n"
        "  サルは切り札以外の指定したスート（Monkey:V）を求めます（PR-8）。\n"
        "・シャーマンだけでリードする番なら放棄し、そのラウンドは0点です（PR-13）。"
    ),
    "terminal.rules.prophecy.specialists-no-trump": (
        "・切り札はジャガーだけ。サルはジャガー以外に勝ち、トカゲはリードスートの\n"
        "  最弱（PR-10）。シャーマンは直前のカードより半ランク上です（PR-11）。\n"
        "・ジャガーでリードするとリードスートはなく、ほかの席は何でも出せます。\n"
        "  サルとトカゲはどのスートでも指定できます（Monkey:V）（PR-19）。\n"
        "・シャーマンだけでリードする番なら放棄し、そのラウンドは0点です（PR-13）。"
    ),
    "terminal.rules.prophecy.short": "・バリアント short: 5ラウンド。第5ラウンドの切り札はジャガーだけです（PR-18）。",
    "terminal.commands.prophecy": "答え方: {split}、{digits}、または表示された分け方の番号。",
    "terminal.commands.bid": "答え方: S3+V4+E9、または 2 5 9 のような番号。clear で選び直せます。",
    "terminal.commands.tricks": "答え方: {example} のようなカード、またはその番号。",
    "terminal.legend.seven": (
        "盤: 左は席（A、B…）ごとに残ったトークン、右は各順位のカード。\n"
        "{example}{true}A は席Aの{example}で、その上でトークンが実現しています。"
    ),
    "terminal.legend.seven.seven-prophecies-2017": (
        "盤: 左は席（A、B…）ごとに残ったキューブ、右は各順位のカード。\n"
        "{example}{true}A は席Aの{example}で、その上でキューブが実現しています。"
    ),
    "terminal.commands": "コマンド: hint（助言）、undo（取り消し）、history（出たカード）、quit（保存）、?",
    "terminal.show.count": "{file}には{count}ゲームあり、これは{line}番目です（--line で選べます）。",
    "terminal.show.prompt": "Enter=トリック a=行動 b=戻る r=ラウンド g N s 席|all w=分岐 q=終了 [{at}/{last}]:",
    "terminal.show.help": (
        "Enter（次のトリック）、a（次の行動）、b（戻る）、r（次のラウンド）、g とラウンド番号、"
        "s と席（名前、文字、番号）か all、w と席（ここからボットを相手に続ける）、q のどれかで答えてください"
    ),
    "terminal.show.dealt": "第{round}ラウンド: カードが配られました。",
    "terminal.show.took": "{name}: {action}",
    "terminal.show.unfinished": "記録はここまでです。ゲームは途中です。",
    "terminal.show.start": "記録に配札がなく、表示するものがありません。",
    "no.terminal-empty": "入力がありません。番号か書き方どおりに答えるか、? でヘルプを見てください",
    "no.terminal-unknown": "「{text}」はカードでもコマンドでもありません。? で答え方を確かめてください",
    "no.terminal-number": "番号{found}はありません。1から{last}までで選んでください",
    "no.terminal-split": "予言は順位ごとに{places}個の数です。例: 2-1-1-3",
    "no.terminal-bots-count": "ボット{found}体では、ほかの{others}席に合いません。席ごとに1体か1体だけ指定してください",
    "no.terminal-nothing-to-resume": "途中のゲームはありません。{program} play で始めてください",
    "no.terminal-no-directory": "{file}に書けません。ディレクトリがありません",
    "no.terminal-no-file": "ファイル{file}がありません。記録のパスを指定してください",
    "no.terminal-no-seat": "「{found}」という席はありません。{names}か、0から{last}までで選んでください",
    "no.terminal-no-line": "{found}番目のゲームはありません。1から{last}までで選んでください",
    # the page of a simulation
    "report.title": "{games}: 各{matches}試合",
    "report.title-one": "{games}: {matches}試合",
    "report.intro": (
        "ボットどうしの対戦の結果です。全{rounds}ラウンド、シード{seed}。数値はすべて、席とラウンドごとの行から求"
        "めています。"
    ),
    "report.intro-fast": (
        "ボットどうしの対戦の結果です。全{rounds}ラウンド、シード{seed}、コンパイル済みカーネルによる対戦"
        "。数値はすべて、席とラウンドごとの行から求めています。"
    ),
    "report.contents": "目次",
    "report.game": "{game}、{players}人",
    "report.figures": "数値",
    "report.seat": "席",
    "report.seat-bot": "{number} · {bot}",
    "report.bot": "ボット",
    "report.mean": "平均",
    "report.least": "5%点",
    "report.median": "中央値",
    "report.most": "95%点",
    "report.count": "回数",
    "report.share": "割合",
    "report.total": "全体",
    "report.glance": "概要",
    "report.glance-lead": "ルールを変えたとき、まず違いが出る数値です。",
    "report.glance-matches": "試合",
    "report.glance-rounds": "ラウンド",
    "report.glance-length": "1試合のラウンド数",
    "report.glance-tricks": "1ラウンドのトリック数",
    "report.glance-decisions": "1試合・1席あたりの決断",
    "report.glance-score": "1席の最終得点",
    "report.glance-fulfilled": "予言の成就率",
    "report.glance-nobody": "誰も成就しないラウンド",
    "report.glance-first": "最初にリードした席の勝率",
    "report.glance-fair": "席が互角ならその勝率",
    "report.glance-tied": "同点で終わる試合",
    "report.glance-shared": "勝利を分け合う試合",
    "report.glance-chart": "ゲームごとの予言の成就率",
    "report.glance-chart-text": "ゲームごとに、成就した予言の割合を区間とともに示します。",
    "report.scores": "最終得点",
    "report.scores-lead": "席ごとの試合の終わり方です。各段の縦線は平均です。",
    "report.scores-chart": "席ごとの最終得点",
    "report.scores-chart-text": "席ごとに、それぞれの最終得点になった割合を示します。平均は{low}から{high}です。",
    "report.scores-axis": "試合終了時の得点",
    "report.wins": "勝率",
    "report.starts": "最初のリードは有利か",
    "report.starts-lead": (
        "ラウンドの最初のトリックをリードする席から数えた席です。破線は席が互角な場合の値で、区間がそこから外れて"
        "いれば有利か不利があります。"
    ),
    "report.starts-chart": "最初のリードから左へ数えた席ごとの点/ラウンド",
    "report.starts-chart-text": (
        "最初にリードする席からの距離ごとに、1ラウンドの平均点を95%区間とともに示します。最大の差は{gap}点です。"
    ),
    "report.starts-axis": "点/ラウンド",
    "report.starts-match-chart": "第1ラウンドの最初のリードから左へ数えた席ごとの勝率",
    "report.starts-match-chart-text": (
        "試合で最初にリードした席からの距離ごとに、勝った試合の割合を95%区間とともに示します。"
    ),
    "report.starts-match-axis": "試合の割合",
    "report.first": "最初のリード",
    "report.away": "左へ{number}",
    "report.start": "席",
    "report.points": "点/ラウンド",
    "report.rounds-won": "ラウンド勝率",
    "report.fulfilled": "成就",
    "report.prophecies": "予言はいつ成就するか",
    "report.prophecies-lead": "七言予言・七つの予言のラウンドは、誰かが七つすべてを成就したトリックで終わります。",
    "report.bids": "ビッドはどれだけ正確か",
    "report.bids-lead": "プロフェシーでは、取ったトリック数がビッドと同じなら成就です。",
    "report.both-lead": (
        "七言予言・七つの予言のラウンドは、誰かが七つすべてを成就したトリックで終わります。プロフェシーでは、取っ"
        "たトリック数がビッドと同じなら成就です。"
    ),
    "report.tricks-chart": "トリックごとの予言の成就",
    "report.tricks-chart-text": (
        "席とラウンドごとに1つの予言のうち、各トリックで成就したものの割合です。全体では{share}です。"
    ),
    "report.tricks-axis": "ラウンドが終わったトリック",
    "report.tricks-up": "予言全体に対する割合",
    "report.trick": "トリック",
    "report.rounds-ended": "終わったラウンド",
    "report.came-true": "成就",
    "report.none-true": "10、成就なし",
    "report.left-chart": "ラウンド終了時に残ったトークン",
    "report.left-chart-text": "残ったトークンの数ごとの割合です。0個なら予言の成就です。",
    "report.left-axis": "残ったトークン",
    "report.left-up": "席とラウンドに対する割合",
    "report.missed-chart": "取ったトリック数とビッドの差",
    "report.missed-chart-text": (
        "取ったトリック数からビッドを引いた数ごとの割合です。0なら正確なビッドで、全体の{share}です。"
    ),
    "report.missed-axis": "取ったトリック数 − ビッド",
    "report.apart": "差",
    "report.seats-fulfilled": "同じラウンドで成就した席の数",
    "report.seats": "席の数",
    "report.of-rounds": "ラウンドの割合",
    "report.choices": "どの予言が選ばれ、どうなるか",
    "report.choices-lead": (
        "それぞれの予言が選ばれる割合と、その後に成就する割合です。型とは、順位を問わない分け方です(3-2-1-1 は "
        "1-3-1-2 などすべてを表します)。"
    ),
    "report.choices-lead-bids": "それぞれの数がビッドされる割合と、その後に成就する割合です。",
    "report.shapes-chart": "分け方の型: 選択と成就",
    "report.shapes-chart-text": (
        "型ごとに、予言全体での割合と、そのうち成就した割合を区間とともに示します。最もよいのは{best}です。"
    ),
    "report.bids-chart": "ビッド: 選択と成就",
    "report.bids-chart-text": (
        "ビッドごとに、全体での割合と、そのうち成就した割合を区間とともに示します。最もよいのは{best}です。"
    ),
    "report.chosen": "選択",
    "report.then-fulfilled": "そのうち成就",
    "report.shape": "型",
    "report.bid": "ビッド",
    "report.split": "分け方",
    "report.best-splits": "成就しやすい分け方10({least}回以上選ばれたもの)",
    "report.all-splits": "選ばれた分け方すべて({count}通り)",
    "report.lengths": "試合の長さ",
    "report.lengths-lead": "試合が終わるまでのラウンド数です。",
    "report.lengths-chart": "1試合のラウンド数",
    "report.lengths-chart-text": "ラウンド数ごとの試合の割合です。平均は{mean}です。",
    "report.lengths-axis": "ラウンド",
    "report.lengths-up": "試合の割合",
    "report.lengths-more": "{number}以上",
    "report.decisions": "決断",
    "report.decisions-lead": "決断とは、選び方が2通り以上ある予言、ビッド、カードのプレイです。",
    "report.decisions-chart": "1試合の決断の数(全席合計)",
    "report.decisions-chart-text": "1試合の決断の数の分布です。平均は{mean}です。",
    "report.decisions-axis": "1試合の決断の数",
    "report.per-match": "1試合",
    "report.per-seat": "1試合・1席",
    "report.per-round": "1ラウンド・1席",
    "report.decisions-row": "決断",
    "report.actions-row": "行動(選べないものも含む)",
    "report.forced": "選べない行動",
    "report.ties": "同点とその決着",
    "report.ties-lead": "勝者の決まり方ごとの試合数です。",
    "report.ties-chart": "試合の決まり方",
    "report.ties-chart-text": "単独の最高得点、同点の決着、勝利の分け合いの割合です。",
    "report.ties-up": "試合の割合",
    "report.tie.outright": "単独",
    "report.tie.broken": "同点→決着",
    "report.tie.partly": "同点→一部",
    "report.tie.shared": "同点→共有",
    "report.tie-text.outright": "最高得点が1席",
    "report.tie-text.broken": "同点。タイブレークで勝者が1席に決定",
    "report.tie-text.partly": "同点。タイブレーク後も複数席が残る",
    "report.tie-text.shared": "同点。全席で勝利を分け合う",
    "report.rule.fewest_on_edges": (
        "タイブレーク({clause}): 最終ラウンドで1位と最下位に置いたトークンの合計が最も少ない席。それも同じなら勝利"
        "を分け合います。"
    ),
    "report.rule.shared": "タイブレーク({clause}): なし。同点の席は勝利を分け合います。",
    "report.rule.nearest_to_last": (
        "タイブレーク({clause}): 七つすべて成就した席のうち、最後のトリックで最下位に最も近い席。七つ未満の同点は分"
        "け合います。"
    ),
    "report.rule.rounds_fulfilled": (
        "タイブレーク({clause}): 成就したラウンドが最も多い席。それも同じなら勝利を分け合います。"
    ),
    "report.how": "数値の求め方",
    "report.how-text": (
        "±と両端のある棒は95%信頼区間です。席ごとの平均は試合にわたる比で、ばらつきは試合の間のものです(同じ試合"
        "のラウンドは互いに独立ではないため)。予言と試合の割合にはウィルソンの区間を使っています。ラウンドの勝ち"
        "は最も点の多い席で等分し、誰も点がなければ全席で等分します。"
    ),
    "report.how-seed": "同じコマンドからは、1バイトも違わない同じページができます。Foretold {version} で作成。",
    "no.against-form": (
        "「{text}」は比べるゲームとして読めません。GAME、GAME:VARIANT、GAME:キー=値の形で書いてください(例: "
        "prophecy:short)"
    ),
    "no.fast-bots": "--fastは全席がrandomか全席がgreedyの対戦です。--bots randomか--bots greedyを指定してください",
    "no.parquet-missing": "Parquetにはpyarrowが必要です: pip install foretold[parquet]",
    "no.dask-missing": "--daskにはDaskが必要です: pip install foretold[dask]",
    "no.dask-or-jobs": "--jobsはこのマシンのプロセス、--daskはクラスターを使います。どちらか一方を指定してください",
    "no.dask-address": "「{address}」はスケジューラーのアドレスではありません(例: tcp://10.0.0.5:8786)",
    "no.dask-unreachable": "{address}にDaskのスケジューラーがありません: {why}",
    "no.dask-no-workers": "{address}のスケジューラーにワーカーがいません。dask worker {address} で起動してください",
    "no.dask-workers-unfit": "{address}のワーカーでは対戦できません。同じ版のForetoldを入れてください({why})",
    "no.dask-lost": "{address}のクラスターとの接続が切れました({why})。起動してからやり直してください",
    "no.workers-killed": "ワーカーが何度も強制終了されました({why})。メモリは足りていますか",
    "no.simulate-no-simulation": "{file}はシミュレーションのファイルではありません。--outを別の名前にしてください",
    "no.simulate-other-plan": (
        "{file}は別のシミュレーションです({key}: ファイルは{found}、今回は{wanted})。--outを別の名前にしてください"
    ),
    "no.simulate-bad-batch": "{file}の試合{match}のまとまりが壊れています。消すか、--outを別の名前にしてください",
    "simulate.kept": "{matches}試合を{file}に残しました。続けるには同じコマンドに--resumeを付けてください",
    # 同じカードの対戦
    "no.challenge-once": "この卓の対戦は一度きりです。ほかの人も同じカードで一度だけ対戦します",
    "no.challenge-alone": "この席はほかの人には渡せません。対戦は本人を待ちます",
    "no.challenge-counts": "この対戦は記録に残るため待ったはできません。二度目からはできます",
    # 大会
    "no.no-such-evening": "この大会はありません。すでに終わったのかもしれません",
    "no.evening-over": "この大会は終わりました",
    "no.evening-full": "すでに{limit}人が参加していて、これ以上は入れません",
    "no.evening-too-late": "最終ラウンドがもう始まっているので、参加できません",
    "no.evening-not-over": "この大会はまだ終わっていません",
    "no.evening-too-few": "ラウンドを始めるには{limit}人が必要です",
    "no.evening-seats": "大会では席を替われません。ほかのテーブルでも同じカードで対戦しています",
    "no.not-at-evening": "この大会に参加していません",
    "no.no-such-member": "その番号の参加者はいません",
    "no.round-running": "まだ同じカードで対戦中です。このラウンドのすべてのテーブルが終わるまでお待ちください",
    "no.too-many-evenings": "大会が多すぎます。先にどれかを終えてください",
    "no.too-many-evenings-here": "同じネットワークの大会が多すぎます。どれかを終えるか、お待ちください",
    "no.too-many-evenings-open": "このサーバーで開ける大会はいっぱいです。後でもう一度試してください",
    # グループ
    "no.no-such-group": "このグループは存在しないか、メンバーではありません。メンバーに招待リンクを聞いてください",
    "no.no-such-invitation": "この招待はもう使えません。新しいリンクをメンバーに聞いてください",
    "no.no-such-group-member": "この人はもうメンバーではありません",
    "no.not-group-owner": "これができるのはグループの管理者だけです",
    "no.too-many-groups": "すでに{limit}個のグループに入っています。先にどれかを抜けてください",
    "no.group-full": "このグループは定員の{limit}人に達しています",
    "no.group-name": "グループの名前を入れてください",
    "no.no-such-start": "この回は終わったか、日時が変わりました。最新の予定を見てください",
    "no.no-schedule": "このグループには予定がありません",
    "no.no-hook": "チャットのWebhookがまだ設定されていません",
    "no.not-callable": "この人は呼べません。呼び出しを許可していないか、一時間以内に呼ばれたばかりです",
    "no.nobody-callable": "いま呼べる人がいません。呼び出しを許可していないか、一時間以内に呼ばれたばかりです",
    "no.called-already": "この人は一時間以内に呼ばれたばかりです",
    "no.no-such-companion": "この人とはまだ対戦していません",
    "call.call": "{name}さんが一緒に遊びたがっています",
    "call.call-group": "{group}：{name}さんが遊びたがっています",
    "post.opened": "{group}：{names}さんが{game}の卓を開きました。空席：{free}。",
    "post.full": "{group}：{game}の卓が満席になりました。",
    "post.turn": "{group}：{names}さん、{game}であなたの番です。",
    "post.result": "{group}：{game}は{names}さんの勝ち（{scores}）。",
    "post.call": "{group}：{called}さん、{names}さんが遊びたがっています。",
    "post.test": "{group}：このチャットにForetoldからお知らせが届くようになりました。",
    # people
    "no.no-such-words": "この言葉では引き継げません。使えるのは一度だけ、十分以内です",
    "no.no-such-device": "その端末はありません。または、この端末です",
    "no.too-many-devices": "すでに{limit}台の端末で使われています。まず一台を外してください",
    "call.turn": "{table}：あなたの番です",
    "call.friend": "友だちがあなたの挑戦状で遊びました",
    "call.opened": "{name}が{game}の卓を開きました（空席{seats}）",
    "no.serve-hosts": (
        "{name} の値「{found}」は使えません。chat.example.org,*.push.example.org のような名前か none を指定してください"
    ),
    "no.serve-contact": (
        "{name} の値「{found}」は使えません。"
        "mailto:somebody@example.org や https://example.org のような宛先を指定してください"
    ),
    "no.no-such-listener": "そこへの通知はありません",
    "no.not-called": "このサーバーはそこへ通知しません：{found}",
    "no.too-many-listeners": "通知先はもう{limit}か所あります。まず一つ外してください",
    "no.challenge-no-kernels": "このマシンではボットの計算部をコンパイルできないため、この対戦はできません",
    "no.no-such-day": "その日のデイリー対戦はありません。今日かそれより前の日を選んでください",
    "no.match-sealed": "ほかの人がまだ同じカードで対戦しています。日付が変わってから見られます",
    "no.challenge-of-what-if": "「もしも」のカードにはシードがありません。元の対戦から挑戦状を作ってください",
    "no.no-such-challenge": "その挑戦状はありません。リンクをもう一度確かめてください",
    "no.challenge-ended": "この挑戦状の期限は終わりました。新しく作ってください",
    "no.too-many-challenges": "挑戦状を一度に作りすぎです。1分ほど待ってください",
    "no.too-many-comparisons": "ボットは他の対戦を打っています。しばらくしてからもう一度頼んでください",
    "no.comparison-of-people": "ボットが同じ手札で打てるのは、最後まで打ったボットとの対戦だけです",
    "terminal.daily.promised": "{day}：カードは決まっています。秘密のSHA-256：{commitment}",
    "terminal.daily.there": "{played}人が対戦しました。全員の結果と、日付が変わってからのカード：{page}",
    "terminal.daily.holds": "{day}：秘密は約束どおりです。",
    "terminal.daily.preparing": "ボットが準備しています。初回は1分ほどかかります。",
    "terminal.daily.result": "{points}点",
    "terminal.daily.won": "{points}点で勝ち",
    "no.daily-broken": "{day}の秘密が約束と違います",
    "no.daily-unreachable": "{server}のデイリー対戦が分かりません：{why}",
    # レーティング
    "no.no-ladder": "このサーバーにはそのゲームのランキングがありません",
    "ratings.again": "計算し直しました：対戦{matches}件、レーティング{ratings}件。",
    "ratings.same": "すべて元のままです。",
    "ratings.changed": "{count}件が元と違っていました。",
    # サーバーのデイリー対戦
    "terminal.daily.left": "対戦はサーバーで待っています。同じコマンドで続けられます。",
    "terminal.daily.rank": "結果：{points}点。ほかの{others}人のうち{better}人はこれより下です。",
}
