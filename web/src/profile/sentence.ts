// A sign-in sentence for another device: six words, 48 bits. A word has the same number in every language, so a
// sentence can be read out in one and typed in another.

const LISTS: Readonly<Record<string, readonly string[]>> = {
  en: `
  acorn apple arrow badge baker banjo barn basil basket beach bean bear beetle bell berry bird
  blanket boat bone bottle branch bread brick bridge brook brush bucket button cabin cactus cake camel
  candle canoe carpet carrot castle cedar chair cheese cherry chess circle clay cliff clock cloud clover
  coat cobra comet copper coral corn cotton crane crayon cricket crow crown cup daisy desert dolphin
  donkey door dove dragon drum duck dune eagle earth echo elbow ember falcon farm feather fence
  fern ferry fiddle field finch fire fish flag flute fog forest fork fountain fox frog garden
  gate ghost giant ginger glacier glove goat gold goose grape grass guitar hammer harbor hare harp
  hat hawk hazel heron hill honey hook horse hotel house igloo inkwell iron island ivory jacket
  jelly jewel judge jungle kettle king kite kitten knot ladder lake lamp lantern leaf lemon letter
  lily lion lizard lobster magnet mango maple market meadow melon mill mirror mitten monkey moss moth
  mountain mouse museum needle nest nickel night noodle oak oar ocean olive onion orange orchard otter
  owl oyster palace panda paper parrot pasta peach peanut pearl pebble pencil pepper piano pigeon pillow
  pilot pine pirate planet plum pocket pond poppy potato puzzle queen quilt rabbit radish rain raven
  ribbon rice river robin rocket rope rose saddle sail salmon salt sand scarf seal seed shadow
  shell ship silk silver snail snow soap spider spoon squash stable star stone storm straw sugar
  swan table tiger tomato tower train tulip turtle valley velvet violin wagon walnut whale willow zebra`
    .trim()
    .split(/\s+/),
  ja: `
  あさがお あさひ あじさい あひる あまど あめ あらし あり いえ いか いけ いし いちご いちょう いと いなほ
  いぬ いばら いも いるか いわ いわし うぐいす うさぎ うし うた うちわ うなぎ うま うみ うめ うろこ
  えいが えき えび えほん えんがわ えんぴつ おうぎ おおかみ おか おけ おちば おちゃ おに おにぎり おび おりがみ
  かい かえで かえる かがみ かぎ かご かさ かざぐるま かぜ かたつむり かに かね かびん かぶと かぼちゃ かみなり
  かめ かもめ からす かわ かわら きく きつつき きつね きのこ きもの きゃべつ きり きんぎょ くじゃく くじら くつ
  くま くも くらげ くり くるみ けむり けやき こうもり こおり こおろぎ こけし こたつ こねこ こぶね こま こむぎ
  さかな さくら さけ ささ さざえ さつまいも さとう さば さばく さる さんご さんま しいたけ しお しか しじみ
  しま しまうま しも しゃぼんだま しょうが しらかば しろ すいか すいせん すいれん すぎ すず すすき すずめ すずらん すな
  すみれ すもも せなか せみ せんす せんべい そば そら そり たいこ たいよう たか たから たき たけのこ たこ
  たぬき たまご たまねぎ たんす たんぼ たんぽぽ ちず ちゃわん ちょうちん つき つくえ つくし つばき つばめ つぼみ つらら
  つりざお てがみ てぶくろ てんぐ てんとうむし とうだい とうふ とうもろこし とけい となかい とびら とまと とら とんぼ どんぐり なぎさ
  なす なつみかん なでしこ なのはな なべ なみ にじ にわ にわとり にんじん ぬいぐるみ ぬの ねぎ ねこ ねずみ ねんど
  のき のこぎり のはら のれん はがき はくさい はくちょう はさみ はし はしご はす はたけ はち はちみつ はと はなび
  はまべ はやぶさ はりねずみ ひぐれ ひつじ ひのき ひばり ひまわり ひょうたん ひよこ ふうせん ふうりん ふえ ふくろう ふじさん ふすま
  ふで ぶどう ふね ふろしき へちま ほうき ほし ほたる ほたて ほん まくら まつ まつり まど まめ まり
  みかん みずうみ みずたま みつばち みなと みのむし むぎ むぎわら むささび めがね めだか もぐら もち もみじ もも もり`
    .trim()
    .split(/\s+/),
}
const SIZE = 6

/** The sentence for these bytes, one word each. */
export function sentenceOf(bytes: Uint8Array, language: string): string[] {
  const list = LISTS[language] ?? LISTS.en!
  return Array.from(bytes, (byte) => list[byte]!)
}

/** Six random bytes. */
export function newBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(SIZE))
}

/** The bytes of a typed sentence, in any language; null if it is not one. */
export function bytesOf(text: string): Uint8Array | null {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}ー]+/u)
    .filter((word) => word !== '')
  if (words.length !== SIZE) return null
  const numbers = words.map((word) => Object.values(LISTS).reduce((at, list) => (at < 0 ? list.indexOf(word) : at), -1))
  return numbers.includes(-1) ? null : Uint8Array.from(numbers)
}

/**
 * The token that the server gets when the sentence is used (before that, only its hash); the same in every language.
 */
export function tokenOf(bytes: Uint8Array): string {
  return sentenceOf(bytes, 'en').join('-')
}
