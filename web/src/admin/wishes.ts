// The operator's actions, each with the texts of its dialog.

import { t } from '../i18n/index.svelte'
import type { AdminReport, OfReport } from '../wire/admin'
import type { Wish } from './admin.svelte'

const PLAIN = { text: '', lasting: false, warn: false, networks: [] }

const about = (report?: AdminReport): { report: OfReport | null } => ({
  report: report ? { table: report.table, number: report.number } : null,
})

export const closing = (table: string, report?: AdminReport): Wish => ({
  ...PLAIN,
  title: t('admin.close.title', { table: table.slice(0, 6) }),
  text: t('admin.close.text'),
  label: t('admin.close'),
  make: (reason) => ({ type: 'close', table, reason, ...about(report) }),
})

export const muting = (person: string, name: string, report?: AdminReport): Wish => ({
  ...PLAIN,
  title: t('admin.mute.title', { name }),
  text: t('admin.mute.text'),
  label: t('admin.mute'),
  lasting: true,
  make: (reason, hours) => ({ type: 'mute', person, hours, reason, ...about(report) }),
})

export const removing = (person: string, name: string): Wish => ({
  ...PLAIN,
  title: t('admin.remove.title', { name }),
  text: t('admin.remove.text'),
  label: t('admin.remove'),
  make: (reason) => ({ type: 'remove', person, table: '', reason, report: null }),
})

export const blocking = (
  person: string,
  name: string,
  networks: readonly string[] = [],
  report?: AdminReport,
): Wish => ({
  title: t('admin.block.title', { name }),
  text: t('admin.block.text'),
  label: t('admin.block'),
  lasting: true,
  warn: true,
  networks,
  make: (reason, hours, network) => ({
    type: 'block',
    person: network ? '' : person,
    network,
    hours,
    reason,
    ...about(report),
  }),
})

export const blockingNetwork = (network: string): Wish => ({
  ...PLAIN,
  title: t('admin.block.title', { name: network }),
  text: t('admin.block.network'),
  label: t('admin.block'),
  lasting: true,
  warn: true,
  make: (reason, hours) => ({ type: 'block', person: '', network, hours, reason, report: null }),
})

export const dismissing = (report: AdminReport): Wish => ({
  ...PLAIN,
  title: t('admin.dismiss.title'),
  label: t('admin.dismiss'),
  make: (reason) => ({ type: 'dismiss', reason, ...about(report) }),
})

export const lifting = (restriction: string, name: string): Wish => ({
  ...PLAIN,
  title: t('admin.lift.title', { name }),
  label: t('admin.lift'),
  make: (reason) => ({ type: 'lift', restriction, reason, report: null }),
})

export const limiting = (name: Parameters<typeof limitOf>[0], value: number | null, label: string): Wish => ({
  ...PLAIN,
  title: value === null ? t('admin.limit.reset', { limit: label }) : t('admin.limit.set', { limit: label, value }),
  label: t('admin.limit.do'),
  make: (reason) => limitOf(name, value, reason),
})

type LimitWish = Extract<ReturnType<Wish['make']>, { type: 'limit' }>

function limitOf(name: LimitWish['name'], value: number | null, reason: string): LimitWish {
  return { type: 'limit', name, value, reason, report: null }
}
