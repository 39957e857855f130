import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '@flota/postgres/startError.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { offsiteAlarms } from '../../features/respaldo/alarms.ts'
import { createBackupFolder } from '../../test/respaldo.ts'
import { testApp } from '../../test/testApp.ts'
import { isOffsiteLate, OffsiteBackups } from './OffsiteBackups.ts'

let place: Awaited<ReturnType<typeof createBackupFolder>>
beforeEach(async () => {
  place = await createBackupFolder()
})
afterEach(() => place.remove())

const begin = Date.parse('2026-11-20T08:00:00.000Z')
const minute = 60_000
const hour = 60 * minute

function aTrial() {
  const state = { now: begin, error: undefined as Error | undefined, pushed: 0 }
  const make = () =>
    new OffsiteBackups({
      folder: place.path,
      now: () => new Date(state.now),
      push: async () => {
        state.pushed++
        if (state.error) throw state.error
      },
      onError: () => undefined,
    })
  return { state, make, backups: make() }
}

function aBackup(name: string, isWhole = true) {
  mkdirSync(join(place.path, name))
  if (isWhole) writeFileSync(join(place.path, name, 'manifest.json'), '{}')
}
const at = (time: number) => new Date(time).toISOString()

test('tick: pushes each complete backup once, also after a restart', async () => {
  const { state, backups, make } = aTrial()
  await backups.tick()
  aBackup('respaldo-2026-11-20T08-00-00Z', false)
  await backups.tick()
  expect([state.pushed, backups.last()]).toMatchObject([0, { hecho_en: null, error: null }])
  writeFileSync(join(place.path, 'respaldo-2026-11-20T08-00-00Z/manifest.json'), '{}')
  for (let i = 0; i < 3; i++) await backups.tick()
  expect([state.pushed, backups.last()]).toMatchObject([1, { hecho_en: at(begin), error: null }])
  state.now += hour
  await make().tick()
  expect(state.pushed).toBe(1)
  aBackup('respaldo-2026-11-20T09-00-00Z')
  await backups.tick()
  expect([state.pushed, backups.last().hecho_en]).toEqual([2, at(state.now)])
})

test('tick: retries a failed push after 15 minutes or with the next backup', async () => {
  const { state, backups } = aTrial()
  aBackup('respaldo-2026-11-20T08-00-00Z')
  state.error = new StartError('No hay nadie.')
  await backups.tick()
  state.now += 14 * minute
  await backups.tick()
  expect([state.pushed, backups.last()]).toMatchObject([1, { hecho_en: null, error: 'No hay nadie.' }])
  state.now += minute
  await backups.tick()
  expect(state.pushed).toBe(2)
  aBackup('respaldo-2026-11-20T09-00-00Z')
  state.error = new Error('un detalle')
  await backups.tick()
  expect([state.pushed, backups.last().error]).toEqual([3, 'No se pudo copiar el respaldo.'])
  state.now += 15 * minute
  state.error = undefined
  await backups.tick()
  expect([state.pushed, backups.last()]).toMatchObject([4, { hecho_en: at(state.now), error: null }])
})

test('isOffsiteLate: true when the last success is over a day ago and the last attempt failed', () => {
  const late = (changes: object, now: number) =>
    isOffsiteLate({ desde: at(begin), hecho_en: null, error: 'x', nombre: null, ...changes }, new Date(now))
  expect(late({}, begin + 24 * hour)).toBe(false)
  expect(late({}, begin + 24 * hour + 1)).toBe(true)
  expect(late({ hecho_en: at(begin + hour) }, begin + 25 * hour)).toBe(false)
  expect(late({ hecho_en: at(begin + hour) }, begin + 25 * hour + 1)).toBe(true)
  expect(late({ error: null }, begin + 100 * hour)).toBe(false)
})

test('offsiteAlarms: returns an alarm when pushes are late', () => {
  const offsite = { desde: at(begin), hecho_en: at(begin), error: 'No hay nadie.', nombre: null }
  const alarms = (changes: object, hours: number) =>
    offsiteAlarms(
      { ...offsite, ...changes },
      { zone: 'America/Guatemala', ahora: new Date(begin + hours * hour) },
    )
  expect([alarms({}, 23), alarms({ error: null }, 99)]).toEqual([[], []])
  expect(offsiteAlarms(null, { zone: 'America/Guatemala', ahora: new Date() })).toEqual([])
  expect(alarms({}, 25)).toMatchObject([
    { clase: 'respaldo_fuera', texto: expect.stringContaining('No hay nadie.') },
  ])
  expect(alarms({ hecho_en: null }, 25)).toHaveLength(1)
})

test('GET /api/respaldo: returns the offsite state, or null when none is configured', async () => {
  const hecho_en = at(begin)
  const lastBackup = () => ({ hecho_en, error: null, seconds: 1, bytes: 1, mark: null, archivos_faltan: 0 })
  const server = await testApp({ lastBackup })
  const admin = await server.as()
  const about = { hecho_en, error: null, archivos_faltan: 0 }
  expect((await admin.get('/api/respaldo')).body.data).toEqual({ ...about, fuera: null })
  for (const fuera of [
    { hecho_en, error: null },
    { hecho_en: null, error: 'No hay nadie.' },
  ]) {
    const app = server.startAnotherApp({ offsite: () => ({ ...fuera, desde: hecho_en, nombre: null }) })
    const answer = await server.clientOf(app, admin.token).get('/api/respaldo')
    expect(answer.body.data).toEqual({ ...about, fuera })
  }
  await server.close()
})

test('tick: pushes nothing when the folder does not exist', async () => {
  const { state, backups } = aTrial()
  rmSync(place.path, { recursive: true })
  await backups.tick()
  expect(state.pushed).toBe(0)
})
