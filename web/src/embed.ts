// The page that other sites may show in a frame: a replay, a puzzle or the daily match. Whatever leads elsewhere opens apart from the frame.
import './styles/tokens.css'
import './styles/ground.css'
import './styles/pieces.css'
import './games/seven/SevenTable.css'
import './games/seven/SevenBoard.css'
import './games/seven/SevenSeat.css'
import './games/seven/SevenSay.css'
import './games/seven/SevenHand.css'
import './games/seven/SevenInfo.css'
import './games/seven/Prophesy.css'
import './games/prophecy/ProphecyTable.css'
import './games/prophecy/wheel/ProphecyWheel.css'
import './games/prophecy/ProphecySay.css'
import './games/prophecy/ProphecySeat.css'
import './games/prophecy/ProphecyColumns.css'
import './games/prophecy/ProphecyHand.css'
import './games/prophecy/bid/ProphecyBids.css'
import './games/prophecy/ProphecyInfo.css'
import './styles/controls.css'
import './pieces/Bar.css'
import './pieces/Dialog.css'
import './pieces/Help.css'
import './pieces/Menu.css'
import './table/lobby/Lobby.css'
import './table/Curtain.css'
import './table/ConnectionState.css'
import './table/chat/Chat.css'
import './pieces/WhyPopover.css'
import './pages/Replay.css'
import './replay/Player.css'
import './replay/ReplayMore.css'
import './table/OpenHand.css'
import './table/results/ScoreChart.css'
import './table/results/FairCheck.css'
import './styles/small.css'
import './styles/room.css'
import './styles/reach.css'
import './styles/forced.css'
import { mount } from 'svelte'
import Embed from './embed/Embed.svelte'
import { settings } from './state/settings.svelte'
import { begin } from './i18n/languages'

document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement)) return
    link.target = '_blank'
    link.rel = 'noopener'
  },
  { capture: true },
)
const target = document.getElementById('app')
await begin('embed', settings.language)
if (target) mount(Embed, { target })
