import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LastBackup } from '../../platform/backup/automaticBackup.ts'
import { type MailOffice, openMailOffice } from '../../test/correo.ts'
import type { Client } from '../../test/testApp.ts'
import { backupAlarms } from '../respaldo/alarms.ts'

// Mails to administradores about the automatic backups (docs/contract/notices.md).

let office: MailOffice
let admin: Client
beforeEach(async () => {
  office = await openMailOffice({ env: { URL_PUBLICA: 'https://flota.empresa.gt' } })
  admin = await office.server.as()
  await admin.put('/api/auth/correo', { correo: 'jefa@empresa.gt' })
})
afterEach(() => office.close())

const subjects = () => office.mail.received.map(({ subject }) => subject)

test('failed backup: sends one mail a day to each administrador', async () => {
  const clerk = await office.server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
  await clerk.put('/api/auth/correo', { correo: 'ana@empresa.gt' })
  const quiet = await office.server.as()
  await quiet.put('/api/auth/correo', { correo: 'callada@empresa.gt', avisos: false })
  await office.runMailRound()
  expect(subjects()).toEqual([])
  office.setLastBackup({ error: 'No se hizo el respaldo: quedaría menos de 1 GB libre en el disco.' })
  await Promise.all([office.runMailRound(), office.runMailRound(), office.runMailRound()])
  expect(office.mail.received).toMatchObject([
    { to: ['jefa@empresa.gt'], subject: 'Falló el respaldo · Transportes' },
  ])
  expect(office.mail.received[0]?.text).toContain(
    'El intento del 22/11/2026 12:00 falló: No se hizo el respaldo: quedaría menos de 1 GB libre en el disco.',
  )
  expect(office.mail.received[0]?.html).toContain('<a href="https://flota.empresa.gt/admin-dashboard"')
  office.setClock('2026-11-22T23:59:00-06:00')
  await office.runMailRound()
  expect(subjects()).toHaveLength(1)
  office.setClock('2026-11-23T00:00:00-06:00')
  await office.runMailRound()
  expect(subjects()).toHaveLength(2)
  office.setClock('2026-11-24T12:00:00-06:00')
  office.setLastBackup({ error: null, hecho_en: '2026-11-24T18:00:00.000Z' })
  await office.runMailRound()
  expect(subjects()).toHaveLength(2)
})

test('missing files: sends another kind of mail on the same day', async () => {
  office.setLastBackup({ error: 'Falló.', archivos_faltan: 3 })
  await office.runMailRound()
  expect(subjects().toSorted()).toEqual(['Falló el respaldo · Transportes', 'Faltan archivos · Transportes'])
  expect(office.mail.received.find(({ subject }) => subject.startsWith('Faltan'))?.text).toContain(
    '3 fotos o papeles',
  )
})

test('unsent alarm: keeps the text of its time', async () => {
  office.setLastBackup({ error: 'El disco está lleno.' })
  office.mail.rejectNext('451 Ahora no')
  await office.runMailRound()
  office.setClock('2026-11-22T12:05:00-06:00')
  office.setLastBackup({ error: null, hecho_en: '2026-11-22T18:04:00.000Z' })
  await office.runMailRound()
  expect(office.mail.received).toHaveLength(1)
  expect(office.mail.received[0]?.text).toContain('El disco está lleno.')
})

const last: LastBackup = {
  hecho_en: '2026-11-20T12:00:00.000Z',
  error: null,
  seconds: 1,
  bytes: 1000,
  mark: 'antes',
  archivos_faltan: 0,
}
const alarmsOf = async (changes: Partial<LastBackup> | null, hours: number, mark = 'después') =>
  (
    await backupAlarms(changes && { ...last, ...changes }, {
      zone: 'America/Guatemala',
      ahora: new Date(Date.parse(last.hecho_en) + hours * 3_600_000),
      mark: async () => mark,
    })
  ).map(({ clase }) => clase)

test('backup older than a day: sends a mail when data changed since', async () => {
  expect(await alarmsOf(null, 100)).toEqual([])
  expect(await alarmsOf({}, 25)).toEqual([])
  expect(await alarmsOf({}, 25.1)).toEqual(['respaldo_viejo'])
  expect(await alarmsOf({}, 25.1, 'antes')).toEqual([])
  // A daily backup that takes an hour is not late while the next one runs.
  expect(await alarmsOf({ seconds: 3600 }, 26.9)).toEqual([])
  expect(await alarmsOf({ seconds: 3600 }, 27.1)).toEqual(['respaldo_viejo'])
  expect(await alarmsOf({ error: 'Falló.', archivos_faltan: 1 }, 100)).toEqual([
    'respaldo_fallo',
    'respaldo_archivos',
  ])
})
