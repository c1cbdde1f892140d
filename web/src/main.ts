// Global styles: the base of every page, and rules that override components by specificity. A component imports its own
// sheet.
import './styles/base.css'
import './styles/reach.css'
import './styles/forced.css'
import './net/install.svelte'
import { mount } from 'svelte'
import App from './App.svelte'
import { HERE, here, renewed } from './browser-server/client.svelte'
import { settings } from './state/settings.svelte'
import { begin } from './i18n/languages'

const target = document.getElementById('app')
if (!(await renewed())) {
  if (HERE) here.begin()
  await begin('main', settings.language)
  if (target) mount(App, { target })
}
