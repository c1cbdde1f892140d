// The page that other sites may embed: a replay, a puzzle or the daily match. Links open outside the frame.
import './styles/base.css'
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
