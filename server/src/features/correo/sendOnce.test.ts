import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailSchedulerOptions } from '../../app.ts'
import { many, one, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { openStore } from '../../platform/store/openStore.ts'
import { type MailOffice, openMailOffice } from '../../test/correo.ts'
import { aChofer } from '../../test/factories.ts'
import type { Client } from '../../test/testApp.ts'
import { loadMailer } from './loadMailer.ts'
import { sendDueMails } from './mailScheduler.ts'

// Each mail is sent once, across failures, processes and restarts (docs/contract/notices.md).

const store = openStore(readEnv({}))
let office: MailOffice
let admin: Client
beforeEach(async () => {
  office = await openMailOffice()
  admin = await office.server.as({ username: 'jefa' })
  await admin.post('/api/choferes', aChofer({ vencimiento: '2026-11-20' }))
  await admin.put('/api/auth/correo', { correo: 'jefa@empresa.gt' })
})
afterEach(() => office.close())

const at = (time: string, day = '2026-11-23') => office.setClock(`${day}T${time}-06:00`)
const roundAt = async (time: string, day?: string) => {
  at(time, day)
  await office.runMailRound()
}
const notice = async (client = admin) => (await client.get('/api/avisos?clase=correo')).body.data
const state = async () => (await admin.get('/api/correo')).body.data

test('three processes at six o’clock: send one mail each user', async () => {
  const names = ['ana', 'bea', 'caro', 'dora', 'eva']
  for (const name of names) {
    const client = await office.server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
    await client.put('/api/auth/correo', { correo: `${name}@empresa.gt` })
  }
  at('06:00:00')
  await Promise.all([office.runMailRound(), office.runMailRound(), office.runMailRound()])
  expect(office.mail.received.flatMap(({ to }) => to).toSorted()).toEqual(
    [...names, 'jefa'].map((name) => `${name}@empresa.gt`).toSorted(),
  )
  await Promise.all([office.runMailRound(), office.runMailRound()])
  expect(office.mail.offeredCount()).toBe(6)
})

test('server that rejects twice: gets the mail after 5 and 30 minutes', async () => {
  office.mail.rejectNext('451 Ahora no', '421 Ahora tampoco')
  await roundAt('06:00:00')
  expect(office.mail.offeredCount()).toBe(1)
  expect(await state()).toMatchObject({ ultimo_error: '451 Ahora no', ultimo_envio: null })
  await roundAt('06:04:59')
  expect(office.mail.offeredCount()).toBe(1)
  await roundAt('06:05:00')
  expect(office.mail.offeredCount()).toBe(2)
  await roundAt('06:34:59')
  expect([office.mail.offeredCount(), await notice()]).toEqual([2, []])
  await roundAt('06:35:00')
  expect(office.mail.received).toHaveLength(1)
  expect(await state()).toMatchObject({ ultimo_error: null, ultimo_envio: '2026-11-23T12:35:00.000Z' })
  await roundAt('08:35:00')
  expect(office.mail.offeredCount()).toBe(3)
  // The Message-ID lets a server drop a duplicate that it accepted without confirming.
  expect([...new Set(office.mail.ids())]).toEqual([
    expect.stringMatching(/^<flota-2026-11-23-\d+@empresa\.gt>$/),
  ])
  expect(office.mail.ids()).toHaveLength(3)
})

test('last failed attempt: shows administradores a notice until the next mail is sent', async () => {
  office.mail.rejectNext('451 Uno', '451 Dos', '451 Tres', '451 Cuatro')
  for (const time of ['06:00:00', '06:05:00', '06:35:00', '08:34:59']) await roundAt(time)
  expect([office.mail.offeredCount(), await notice()]).toEqual([3, []])
  await roundAt('08:35:00')
  await roundAt('23:00:00')
  expect(office.mail.offeredCount()).toBe(4)
  at('12:00:00', '2026-11-25')
  expect(await notice()).toEqual([
    {
      id: 'correo',
      clase: 'correo',
      gravedad: 'aviso',
      texto: 'No salen los correos: 451 Cuatro',
      entidad: null,
      entidad_id: null,
      href: null,
      fecha: '2026-11-23',
      dias: -2,
    },
  ])
  expect((await admin.get('/api/avisos/resumen')).body.data.correo).toBe(1)
  const clerk = await office.server.as({ rol: 'usuario', permisos: ['gestionar_catalogos', 'editar_rutas'] })
  expect([await notice(clerk), (await clerk.get('/api/avisos/resumen')).body.data.correo]).toEqual([
    [],
    undefined,
  ])

  const body = { hasta: '2026-11-28', motivo: 'Ya se avisó al proveedor' }
  expect((await clerk.post('/api/avisos/correo/posponer', body)).status).toBe(403)
  expect((await admin.post('/api/avisos/correo/posponer', body)).status).toBe(200)
  expect(await notice()).toEqual([])
  expect(
    await one(
      office.server.db,
      sql`select tipo, registro_id, nombre, motivo from bitacora where accion = 'posponer'`,
    ),
  ).toEqual({
    tipo: 'avisos',
    registro_id: null,
    nombre: 'No salen los correos: 451 Cuatro',
    motivo: body.motivo,
  })
  at('12:00:00', '2026-11-28')
  expect(await notice()).toHaveLength(1)
  expect((await admin.post('/api/correo/prueba')).status).toBe(200)
  expect(await notice()).toEqual([])
  expect((await admin.post('/api/avisos/correo/posponer', { ...body, hasta: '2026-11-30' })).status).toBe(404)
})

test('permanent rejection: is not retried, and shows a notice at once', async () => {
  office.mail.rejectNext('550 No existe ese buzón.')
  await roundAt('06:00:00')
  expect(await notice()).toMatchObject([
    { texto: 'No salen los correos: 550 No existe ese buzón', fecha: '2026-11-23', dias: 0 },
  ])
  for (const time of ['06:05:00', '06:35:00', '08:35:00']) await roundAt(time)
  expect(office.mail.offeredCount()).toBe(1)
})

test('process without SMTP_URL: clears the notice', async () => {
  office.mail.rejectNext('550 No existe ese buzón.')
  await roundAt('06:00:00')
  expect(await notice()).toHaveLength(1)
  expect(await loadMailer(readEnv({}), office.server.db)).toBeUndefined()
  expect([await notice(), (await state()).ultimo_error]).toEqual([[], null])
})

test('rejected mail: does not delay the others', async () => {
  const client = await office.server.as({ rol: 'administrador' })
  await client.put('/api/auth/correo', { correo: 'otra@empresa.gt' })
  office.mail.rejectNext('451 Ahora no')
  await roundAt('06:00:00')
  expect(office.mail.received).toHaveLength(1)
  await roundAt('06:05:00')
  expect(office.mail.received.flatMap(({ to }) => to).toSorted()).toEqual([
    'jefa@empresa.gt',
    'otra@empresa.gt',
  ])
})

test('process that ends between marking and sending: loses the mail, and no other sends it', async () => {
  const { db } = office.server
  const sending = Promise.withResolvers<void>()
  const sendCalled = Promise.withResolvers<void>()
  const mailer = {
    remitente: 'x',
    send: () => {
      sendCalled.resolve()
      return sending.promise
    },
  }
  at('06:00:00')
  const now = () => new Date('2026-11-23T06:00:00-06:00')
  const log = pino({ level: 'silent' })
  const round = sendDueMails(
    mailSchedulerOptions({ db, store, mailer, env: readEnv({}), now, log }, () => null),
  )
  await sendCalled.promise
  // send() never returns, as when the process is killed.
  for (const time of ['06:00:00', '06:05:00', '08:35:00']) await roundAt(time)
  await roundAt('06:00:00', '2026-11-24')
  expect(office.mail.offeredCount()).toBe(0)
  expect(await many(db, sql`select estado, intentos from envios`)).toEqual([
    { estado: 'enviando', intentos: 1 },
  ])
  sending.resolve()
  await round
  await roundAt('06:00:00', '2026-11-30')
  expect(office.mail.offeredCount()).toBe(1)
})

test('mail that was never attempted: is not sent on a later day', async () => {
  const { db } = office.server
  const now = () => new Date('2026-11-23T06:00:00-06:00')
  const log = pino({ level: 'silent' })
  const mailer = { remitente: 'x', send: async () => undefined }
  // The process queued the mails and ended before it sent the first.
  await sendDueMails(
    mailSchedulerOptions({ db, store, mailer, env: readEnv({}), now, log }, () => null),
    () => true,
  )
  expect(await many(db, sql`select estado from envios`)).toEqual([{ estado: 'pendiente' }])
  await roundAt('00:00:00', '2026-11-24')
  expect(office.mail.offeredCount()).toBe(0)
})

test('user who unsubscribes before the retry: gets no mail', async () => {
  office.mail.rejectNext('451 Ahora no')
  await roundAt('06:00:00')
  await admin.put('/api/auth/correo', { avisos: false })
  await roundAt('06:05:00')
  expect(office.mail.offeredCount()).toBe(1)
})
