import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { type MailOffice, openMailOffice } from '../../test/correo.ts'
import { buildPng } from '../../test/png.ts'
import type { Client } from '../../test/testApp.ts'
import { aUser } from '../../test/users.ts'

// Own address, state and test mail (docs/contract/notices.md).

let office: MailOffice
let admin: Client
beforeAll(async () => {
  office = await openMailOffice()
  admin = await office.server.as({ username: 'jefa' })
})
afterAll(() => office.close())

const own = '/api/auth/correo'
const prueba = '/api/correo/prueba'

test('GET own: returns no address and avisos true by default', async () => {
  for (const rol of ['administrador', 'usuario'] as const) {
    const { client } = await aUser(office.server, { rol })
    const { status, body } = await client.get(own)
    expect([status, body]).toEqual([
      200,
      { success: true, message: 'Datos obtenidos correctamente', data: { correo: null, avisos: true } },
    ])
  }
})

test('PUT own: changes the sent fields and logs them', async () => {
  const { client, username } = await aUser(office.server, { rol: 'usuario' })
  const saves = [
    [
      { correo: '  ana@empresa.gt ' },
      { correo: 'ana@empresa.gt', avisos: true },
      { correo: [null, 'ana@empresa.gt'] },
    ],
    [{ avisos: false }, { correo: 'ana@empresa.gt', avisos: false }, { avisos: [true, false] }],
    [{}, { correo: 'ana@empresa.gt', avisos: false }, undefined],
    [{ avisos: null }, { correo: 'ana@empresa.gt', avisos: true }, { avisos: [false, true] }],
    [{ correo: null }, { correo: null, avisos: true }, { correo: ['ana@empresa.gt', null] }],
    [{ correo: "o'brien+flota@sub.empresa.com.gt", avisos: false }, {}, expect.anything()],
    [{ correo: '' }, { correo: null, avisos: false }, { correo: ["o'brien+flota@sub.empresa.com.gt", null] }],
  ] as const
  for (const [body, data, cambios] of saves) {
    const answer = await client.put(own, body)
    expect(answer.body).toMatchObject({ success: true, message: 'Correo guardado exitosamente', data })
    expect(Object.keys(answer.body.data)).toEqual(['correo', 'avisos'])
    expect((await client.get(own)).body.data).toEqual(answer.body.data)
    expect(await findLogRowsOfRequest(office.server.db, answer)).toEqual(
      cambios
        ? [
            {
              accion: 'editar',
              tipo: 'usuarios',
              registro_id: client.userId,
              nombre: username,
              usuario_id: client.userId,
              usuario: username,
              cambios,
              motivo: null,
            },
          ]
        : [],
    )
  }
})

test('PUT own: changes no other user and raises no version', async () => {
  const { client } = await aUser(office.server)
  const user = async () => (await admin.get(`/usuarios/${client.userId}`)).body.data
  const before = await user()
  await client.put(own, { correo: 'otra@empresa.gt' })
  expect(await user()).toEqual(before)
  expect(JSON.stringify(before)).not.toContain('correo')
  expect((await admin.get(own)).body.data.correo).toBeNull()
})

test.each([
  ['ana'],
  ['ana@'],
  ['ana@empresa'],
  ['ana@@empresa.gt'],
  ['ana lópez@empresa.gt'],
  ['ana@empresa.gt, otra@empresa.gt'],
  ['Ana <ana@empresa.gt>'],
  ['ana@empresa.gt\r\nBcc: otra@empresa.gt'],
  ['ana@empresa.gt\nSubject: x'],
  ['ana\u0000@empresa.gt'],
  [`${'a'.repeat(90)}@empresa.gt`],
  [7],
  [{ correo: 'ana@empresa.gt' }],
])('PUT own: returns 400 for the address %j', async (correo) => {
  const { status, body } = await admin.put(own, { correo })
  expect([status, body.error]).toEqual([
    400,
    { code: 'VALIDACION', campos: { correo: 'Escribe un correo válido.' } },
  ])
})

test('PUT own: accepts only true and false for avisos', async () => {
  for (const avisos of ['sí', 1]) {
    const { status, body } = await admin.put(own, { avisos })
    expect([status, Object.keys(body.error.campos)]).toEqual([400, ['avisos']])
  }
})

test('without SMTP_URL: responses say so, and nothing is sent', async () => {
  const app = office.server.startAnotherApp({ mailer: undefined })
  const client = office.server.clientOf(app, admin.token)
  expect((await client.get(own)).body.message).toBe('El correo no está configurado.')
  expect((await client.put(own, { correo: 'jefa@empresa.gt' })).status).toBe(200)
  expect((await client.get('/api/correo')).body.data).toEqual({
    activo: false,
    remitente: null,
    ultimo_error: null,
    ultimo_envio: null,
  })
  const { status, body } = await client.post(prueba)
  expect([status, body.error.code, body.message]).toEqual([
    409,
    'CONFLICTO',
    'El correo no está configurado.',
  ])
  await client.put(own, { correo: null })
  expect((await client.post(prueba)).body.message).toBe('El correo no está configurado.')
  const without = await admin.post(prueba)
  expect([without.status, without.body.message]).toEqual([409, 'Escribe primero tu correo.'])
})

test('POST prueba: goes to the user’s own address and is not logged', async () => {
  await admin.put(own, { correo: 'jefa@empresa.gt', avisos: false })
  const answer = await admin.post(prueba)
  expect([answer.status, answer.body]).toEqual([
    200,
    { success: true, message: 'Correo de prueba enviado', data: null },
  ])
  expect(office.mail.received).toMatchObject([
    { to: ['jefa@empresa.gt'], subject: 'Correo de prueba de Transportes' },
  ])
  expect(office.mail.received[0]?.raw).toMatch(/^From: Transportes <flota@empresa\.gt>\r$/m)
  expect(await findLogRowsOfRequest(office.server.db, answer)).toEqual([])
  expect((await admin.get('/api/correo')).body.data).toEqual({
    activo: true,
    remitente: 'flota@empresa.gt',
    ultimo_error: null,
    ultimo_envio: '2026-11-22T18:00:00.000Z',
  })
})

test('mail: has the company’s name and logo; without a logo only the name', async () => {
  const png = buildPng(30, 10, 6)
  const logo = `data:image/png;base64,${png.toString('base64')}`
  await admin.put(own, { correo: 'jefa@empresa.gt' })
  const readMail = async () => {
    expect((await admin.post(prueba)).status).toBe(200)
    const raw = office.mail.received.at(-1)?.raw ?? ''
    // Without the soft line breaks of quoted-printable.
    const html = raw.replace(/=\r\n/g, '').replace(/=3D/g, '=')
    return {
      from: /^From: (.+) <flota@empresa\.gt>\r$/m.exec(raw)?.[1],
      picture: /<img src="cid:logo" alt="([^"]*)"/.exec(html)?.[1],
      isAttached:
        /^Content-ID: <logo>/im.test(raw) && raw.replace(/\r\n/g, '').includes(png.toString('base64')),
    }
  }
  await admin.put('/api/ajustes', { nombre: 'Fletes Ixchel', logo })
  expect(await readMail()).toEqual({ from: 'Fletes Ixchel', picture: 'Fletes Ixchel', isAttached: true })
  await admin.put('/api/ajustes', { logo: null })
  expect(await readMail()).toEqual({ from: 'Fletes Ixchel', picture: undefined, isAttached: false })
  await admin.put('/api/ajustes', { nombre: null })
})

const state = async () => (await admin.get('/api/correo')).body.data

test('POST prueba: stores the server’s error in one line until a mail is sent', async () => {
  await admin.put(own, { correo: 'jefa@empresa.gt' })
  office.mail.rejectNext('451 Espera\r\n un poco.')
  const { status, body } = await admin.post(prueba)
  expect([status, body.error, body.message]).toEqual([
    502,
    { code: 'NO_ENVIADO' },
    'No se pudo enviar: 451 Espera un poco.',
  ])
  expect((await state()).ultimo_error).toBe('451 Espera un poco')
  expect((await admin.get('/api/avisos?clase=correo')).body.data).toEqual([])
  expect((await admin.post(prueba)).status).toBe(200)
  expect((await state()).ultimo_error).toBeNull()
})

test('POST prueba: returns 429 for the sixth in an hour, with Retry-After, and works in the next hour', async () => {
  const { db } = office.server
  await admin.put(own, { correo: 'jefa@empresa.gt' })
  await run(db, sql`delete from conteos_por_hora`)
  for (let i = 0; i < 5; i++) expect((await admin.post(prueba)).status).not.toBe(429)
  const other = await office.server.as()
  await other.put(own, { correo: 'otra@empresa.gt' })
  for (const { status, body, headers } of [await admin.post(prueba), await other.post(prueba)]) {
    expect([status, body.message]).toEqual([429, 'Solo se envían 5 correos de prueba por hora.'])
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600)
  }
  await run(db, sql`update conteos_por_hora set hora = hora - interval '1 hour'`)
  expect((await admin.post(prueba)).status).not.toBe(429)
})
