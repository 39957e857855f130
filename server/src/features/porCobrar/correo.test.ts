import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, run, sql } from '../../platform/db/sql.ts'
import { insertFactura } from '../../test/cobros.ts'
import { type MailOffice, openMailOffice } from '../../test/correo.ts'
import { aPersona } from '../../test/factories.ts'
import { readPages } from '../../test/readPdf.ts'
import type { Client } from '../../test/testApp.ts'
import { countByStatus } from '../../test/users.ts'

// Statements of account by mail (docs/contract/receivables.md); it is 22/11/2026.

let office: MailOffice
let cashier: Client
let admin: Client
let id: number
let numero: string
beforeAll(async () => {
  office = await openMailOffice()
  const { server } = office
  admin = await server.as()
  cashier = await server.as({ rol: 'usuario', permisos: [], permisos_dinero: ['gestionar_cobros'] })
  id = (await admin.post('/api/clientes', { ...aPersona(), nombre: 'Óscar', apellido: "O'Higgins" })).body
    .data.id
  await insertFactura(server.db, { cliente_id: id }, { monto: 11_020, vence: '2026-10-23' })
  const [row] = await many<{ numero: string }>(server.db, sql`select numero from facturas`)
  numero = row?.numero ?? ''
})
afterAll(() => office.close())

const pathOf = (cliente: number) => `/api/clientes/${cliente}/estado-de-cuenta/correo`
const send = (body: object, cliente = id, client = cashier) => client.post(pathOf(cliente), body)
const para = 'conta@ejemplo.com'
const logged = () =>
  many(
    office.server.db,
    sql`select accion, tipo, registro_id, nombre, motivo from bitacora where motivo like 'Estado de cuenta%' order by id`,
  )
const text = (dia: string, invoice: string) =>
  `Estado de cuenta al ${dia} · Por vencer Q0.00 · 1 a 30 días Q11,020.00 · 31 a 60 días Q0.00 · 61 a 90 días Q0.00 · Más de 90 días Q0.00 · Total Q11,020.00 · Factura más antigua: ${invoice}, vence 23/10/2026, saldo Q11,020.00`

/** Returns the decoded attachment of a mail. */
function attachmentOf(raw: string) {
  const part = raw.split(/--+_?[-\w]+/).find((each) => each.includes('application/pdf')) ?? ''
  const [head = '', ...rest] = part.trimStart().split('\r\n\r\n')
  return { head, file: Buffer.from(rest.join(''), 'base64') }
}

test('POST correo: sends the text and the PDF, and logs it', async () => {
  const { status, body } = await send({ para: ` ${para} ` })
  expect([status, body]).toEqual([200, { success: true, message: 'Estado de cuenta enviado', data: null }])
  const [mail, ...more] = office.mail.received.splice(0)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: [para], subject: 'Estado de cuenta al 22/11/2026' })
  expect(mail?.text.trim()).toBe(text('22/11/2026', `A-${numero}`))
  const { head, file } = attachmentOf(mail?.raw ?? '')
  expect(head).toContain(`estado_de_cuenta_${id}.pdf`)
  const [page] = await readPages(file)
  const texts = page?.pieces.map((piece) => piece.text)
  expect(texts).toEqual(
    expect.arrayContaining(['Estado de cuenta al 22/11/2026', "Óscar O'Higgins", `A-${numero}`]),
  )
  expect(await logged()).toEqual([
    {
      accion: 'exportar',
      tipo: 'clientes',
      registro_id: id,
      nombre: "Óscar O'Higgins",
      motivo: `Estado de cuenta a ${para}`,
    },
  ])
  expect((await admin.get('/api/correo')).body.data.ultimo_envio).not.toBeNull()
})

test('POST correo: sends the statement of corte, also an empty one', async () => {
  await send({ para, corte: '2026-01-14' })
  const [mail] = office.mail.received.splice(0)
  expect(mail).toMatchObject({ subject: 'Estado de cuenta al 14/01/2026' })
  expect(mail?.text.trim()).toBe('Estado de cuenta al 14/01/2026 · Sin facturas pendientes.')
})

test('POST correo: a key sent twice, also at once, sends one mail', async () => {
  const options = {
    method: 'POST',
    url: pathOf(id),
    payload: { para },
    headers: { 'idempotency-key': crypto.randomUUID() },
  } as const
  const before = (await logged()).length
  expect(countByStatus(await Promise.all([cashier.send(options), cashier.send(options)]))).toEqual({ 200: 2 })
  expect((await cashier.send(options)).body).toMatchObject({
    message: 'Estado de cuenta enviado',
    data: null,
  })
  expect(office.mail.received.splice(0)).toHaveLength(1)
  expect(await logged()).toHaveLength(before + 1)
})

test('POST correo: a refused mail is 502, is not logged or retried, and is the state of mail', async () => {
  const before = await logged()
  const offered = office.mail.offeredCount()
  office.mail.rejectNext('550 No existe\r\n ese buzón.')
  const key = { 'idempotency-key': crypto.randomUUID() }
  const options = { method: 'POST', url: pathOf(id), payload: { para }, headers: key } as const
  const { status, body } = await cashier.send(options)
  expect([status, body.error, body.message]).toEqual([
    502,
    { code: 'NO_ENVIADO' },
    'No se pudo enviar: 550 No existe ese buzón.',
  ])
  expect([await logged(), office.mail.offeredCount()]).toEqual([before, offered + 1])
  expect((await admin.get('/api/correo')).body.data.ultimo_error).toBe('550 No existe ese buzón')
  expect((await admin.get('/api/avisos?clase=correo')).body.count).toBe(1)
  await office.runMailRound()
  expect(office.mail.offeredCount()).toBe(offered + 1)
  // A failure frees the key.
  expect((await cashier.send(options)).status).toBe(200)
  expect((await admin.get('/api/avisos?clase=correo')).body.count).toBe(0)
  office.mail.received.splice(0)
})

test('POST correo: returns 400, then 404, then 409 without a mail server', async () => {
  const without = office.server.clientOf(office.server.startAnotherApp({ mailer: undefined }), cashier.token)
  const unknown = 2_000_000
  for (const [body, campos] of [
    [{}, { para: 'Este campo es obligatorio.' }],
    [{ para: '' }, { para: 'Este campo es obligatorio.' }],
    [{ para: 'a@b.gt, c@d.gt' }, { para: 'Escribe un correo válido.' }],
    [{ para: `${'x'.repeat(92)}@ab.com.gt` }, { para: 'Escribe un correo válido.' }],
    [{ para, corte: '2026-13-01' }, { corte: 'Escribe una fecha válida.' }],
  ] as const) {
    const answer = await send(body, unknown, without)
    expect([body, answer.status, answer.body.error.campos]).toEqual([body, 400, campos])
  }
  const missing = await send({ para }, unknown, without)
  expect([missing.status, missing.body.message]).toEqual([404, 'Cliente no encontrado'])
  const off = await send({ para }, id, without)
  expect([off.status, off.body.message]).toEqual([409, 'El correo no está configurado.'])
  expect(office.mail.received).toEqual([])
})

test('POST correo: serves a client in the bin', async () => {
  await run(office.server.db, sql`update clientes set eliminado_en = now() where id = ${id}`)
  expect((await send({ para })).status).toBe(200)
})

test('POST correo: more than four at once are 503 while the mail server is slow', async () => {
  const release = Promise.withResolvers<undefined>()
  const mailer = { remitente: 'flota@empresa.gt', send: () => release.promise }
  const slow = office.server.clientOf(office.server.startAnotherApp({ mailer }), cashier.token)
  const sent = Array.from({ length: 5 }, () => send({ para }, id, slow))
  expect((await Promise.race(sent)).status).toBe(503)
  release.resolve(undefined)
  expect(countByStatus(await Promise.all(sent))).toEqual({ 200: 4, 503: 1 })
})

test('POST correo: at most 300 an hour', async () => {
  const { db } = office.server
  await run(db, sql`select contar_en_la_hora('estados de cuenta') from generate_series(1, 300)`)
  const before = await logged()
  const { status, headers, body } = await send({ para })
  expect([status, body.message]).toEqual([429, 'Solo se envían 300 estados de cuenta por hora.'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(await logged()).toEqual(before)
})
