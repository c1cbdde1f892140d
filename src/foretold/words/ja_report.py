"""日本語: シミュレーションの報告ページ。"""

PHRASES: dict[str, str] = {
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
}
