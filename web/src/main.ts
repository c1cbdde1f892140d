import './styles/tokens.css'
import './styles/ground.css'
import './styles/pieces.css'
import './styles/seven.css'
import './styles/prophesy.css'
import './styles/prophecy.css'
import './styles/home.css'
import './styles/chrome.css'
import './styles/summary.css'
import './styles/ends.css'
import './styles/replay.css'
import './styles/review.css'
import './styles/learn.css'
import './styles/hint.css'
import './styles/puzzle.css'
import './styles/small.css'
import './styles/room.css'
import './styles/watch.css'
import './styles/forced.css'
import './net/install.svelte'
import { mount } from 'svelte'
import App from './App.svelte'
import { HERE, here, renewed } from './browser-server/client.svelte'
import { settings } from './state/settings.svelte'
import { load } from './i18n/languages'

const target = document.getElementById('app')
if (!(await renewed())) {
  if (HERE) here.begin()
  await load(settings.language)
  if (target) mount(App, { target })
}
