import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { many, one, run, sql } from '../../../platform/db/sql.ts'
import {
  activateFactor,
  codeAt,
  removeFactor,
  segundoFactorPath,
  wrongCodeAt,
} from '../../../test/segundoFactor.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../../test/testApp.ts'
import { aUser, countByStatus, userPassword } from '../../../test/users.ts'

// A user's own second factor (docs/contract/sessions.md).

const step = 30_000
let clock = Math.floor(Date.now() / step) * step + step / 2
let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp({ now: () => new Date(clock) })
  admin = await server.as()
})
afterAll(() => server.close())
beforeEach(async () => {
  await run(server.db, sql`delete from intentos`)
  clock += 10 * step
})

const begin = (client: Client, actual: unknown = userPassword) => client.post(segundoFactorPath, { actual })
const secretOf = async (client: Client): Promise<string> => (await begin(client)).body.data.secreto
const confirm = (client: Client, codigo?: unknown) => client.put(segundoFactorPath, { codigo })
const state = async (client: Client) => (await client.get(segundoFactorPath)).body.data
const summaryOf = ({ status, body }: ApiResponse) => [status, body.message]
const campos = ({ status, body }: ApiResponse) => [status, body.error?.campos]
const wrong = [400, { codigo: 'Código incorrecto.' }]
const missing = [400, { codigo: 'Este campo es obligatorio.' }]
const none = { activo: false, desde: null, recuperacion: 0 }

describe.each(['administrador', 'piloto', 'usuario'] as const)('a %s', (rol) => {
  test('begins, confirms, reads and removes it', async () => {
    const { username, client } = await aUser(server, { rol, username: `Ana Ñ:${rol}` })
    expect(await state(client)).toEqual(none)
    const beginResponse = await begin(client)
    expect(summaryOf(beginResponse)).toEqual([201, 'Escanea el código y escribe los seis dígitos.'])
    const { secreto, uri } = beginResponse.body.data
    expect(secreto).toMatch(/^[A-Z2-7]{32}$/)
    const empresa = (await client.get('/api/config')).body.data.empresa
    const [issuer, name] = [empresa, username].map(encodeURIComponent)
    expect(uri).toBe(`otpauth://totp/${issuer}:${name}?secret=${secreto}&issuer=${issuer}`)
    expect(await state(client)).toEqual(none)

    const confirmResponse = await confirm(client, codeAt(secreto, clock))
    expect(summaryOf(confirmResponse)).toEqual([200, 'Segundo factor activado'])
    const { recuperacion } = confirmResponse.body.data
    expect(recuperacion).toHaveLength(10)
    for (const code of recuperacion) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
    expect(new Set(recuperacion).size).toBe(10)
    expect(await state(client)).toEqual({
      activo: true,
      desde: expect.stringMatching(/Z$/),
      recuperacion: 10,
    })

    const removeResponse = await removeFactor(client, codeAt(secreto, clock + step))
    expect([...summaryOf(removeResponse), removeResponse.body.data]).toEqual([
      200,
      'Segundo factor desactivado',
      null,
    ])
    expect(await state(client)).toEqual(none)
  })
})

test('segundos_factores: stores no recovery code in plain text', async () => {
  const { client } = await aUser(server)
  const { recuperacion } = await activateFactor(client, clock)
  const row = await one<{ fila: string }>(
    server.db,
    sql`select f::text as fila from segundos_factores f where usuario_id = ${client.userId}`,
  )
  for (const code of recuperacion) {
    expect(row?.fila).not.toContain(code.replace('-', ''))
    expect(row?.fila).not.toContain(Buffer.from(code.replace('-', '')).toString('hex'))
  }
})

describe('begin', () => {
  test('requires the password and counts a wrong one as a failed login', async () => {
    const { client } = await aUser(server)
    for (let n = 0; n < 4; n++)
      expect(campos(await begin(client, 'equivocada'))).toEqual([
        400,
        { actual: 'La contraseña actual no es correcta.' },
      ])
    expect((await begin(client)).status).toBe(201)
    for (let n = 0; n < 5; n++) expect((await begin(client, 'equivocada')).status).toBe(400)
    expect((await begin(client)).status).toBe(429)
    expect((await client.post(segundoFactorPath, {})).body.error.campos).toEqual({
      actual: 'Este campo es obligatorio.',
    })
  })

  test('replaces the secret of an earlier begin', async () => {
    const { client } = await aUser(server)
    const [first, second] = [await secretOf(client), await secretOf(client)]
    expect(second).not.toBe(first)
    expect(campos(await confirm(client, codeAt(first, clock)))).toEqual(wrong)
    expect((await confirm(client, codeAt(second, clock))).status).toBe(200)
  })

  test('ignores an Idempotency-Key: a repeat returns another secret', async () => {
    const { client } = await aUser(server)
    const send = () =>
      client.send({
        method: 'POST',
        url: segundoFactorPath,
        payload: JSON.stringify({ actual: userPassword }),
        headers: { 'content-type': 'application/json', 'idempotency-key': 'una' },
      })
    const secrets = [await send(), await send()].map(({ body }) => body.data.secreto)
    expect(new Set(secrets).size).toBe(2)
  })

  test('returns 409 when the user has a second factor, after checking the password', async () => {
    const { client } = await aUser(server)
    await activateFactor(client, clock)
    expect((await begin(client, 'equivocada')).status).toBe(400)
    const again = await begin(client)
    expect([...summaryOf(again), again.body.error]).toEqual([
      409,
      'Ya tienes un segundo factor.',
      { code: 'CONFLICTO' },
    ])
  })
})

describe('confirm', () => {
  test('returns 400 without a code, then 409 when not begun or begun ten minutes ago', async () => {
    const { client } = await aUser(server)
    for (const codigo of [undefined, null, '', ' - '])
      expect(campos(await confirm(client, codigo))).toEqual(missing)
    expect(campos(await confirm(client, 123_456))[0]).toBe(400)
    const notBegun = [409, 'Pide primero un código nuevo.']
    expect(summaryOf(await confirm(client, '123456'))).toEqual(notBegun)
    const secreto = await secretOf(client)
    const begunBefore = (interval: string) =>
      run(
        server.db,
        sql`update segundos_factores set pedido_en = now() - ${interval}::interval where usuario_id = ${client.userId}`,
      )
    await begunBefore('10 minutes')
    expect(summaryOf(await confirm(client, codeAt(secreto, clock)))).toEqual(notBegun)
    await begunBefore('5 minutes')
    expect((await confirm(client, codeAt(secreto, clock))).status).toBe(200)
    expect(summaryOf(await confirm(client, codeAt(secreto, clock + step)))).toEqual(notBegun)
  })

  test('accepts spaces and hyphens; a wrong code counts, a correct one clears', async () => {
    const { client } = await aUser(server)
    const secreto = await secretOf(client)
    for (let n = 0; n < 4; n++)
      expect(campos(await confirm(client, wrongCodeAt(secreto, clock)))).toEqual(wrong)
    const codigo = codeAt(secreto, clock)
    expect((await confirm(client, `${codigo.slice(0, 3)} - ${codigo.slice(3)}`)).status).toBe(200)
    for (let n = 0; n < 5; n++) expect(campos(await removeFactor(client, 'x'))).toEqual(wrong)
    expect((await removeFactor(client, codeAt(secreto, clock + step))).status).toBe(429)
  })

  test('two concurrent requests confirm once', async () => {
    const { client } = await aUser(server)
    const secreto = await secretOf(client)
    const other = server.clientOf(server.startAnotherApp(), client.token)
    const codigo = codeAt(secreto, clock)
    const responses = await Promise.all([client, other, client, other].map((each) => confirm(each, codigo)))
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: 3 })
    expect((await state(client)).recuperacion).toBe(10)
  })
})

describe('remove', () => {
  test('accepts a code or a recovery code; returns 400 without one before the 409 of no factor', async () => {
    const { client } = await aUser(server)
    for (const url of [segundoFactorPath, `${segundoFactorPath}?codigo=`, `${segundoFactorPath}?codigo=%20-`])
      expect(campos(await client.delete(url))).toEqual(missing)
    expect(summaryOf(await removeFactor(client, '123456'))).toEqual([409, 'No tienes un segundo factor.'])
    await begin(client)
    expect(summaryOf(await removeFactor(client, '123456'))).toEqual([409, 'No tienes un segundo factor.'])
    const { recuperacion, secreto } = await activateFactor(client, clock)
    expect(campos(await removeFactor(client, wrongCodeAt(secreto, clock)))).toEqual(wrong)
    expect(campos(await removeFactor(client, codeAt(secreto, clock)))).toEqual(wrong)
    expect((await removeFactor(client, recuperacion[9]?.toUpperCase() ?? '')).status).toBe(200)
  })

  test('returns 409 when the company requires one, before checking the code', async () => {
    const { username, client } = await aUser(server, { rol: 'usuario' })
    const { recuperacion } = await activateFactor(client, clock)
    await activateFactor((await aUser(server, { username: `${username}-bis` })).client, clock)
    await run(server.db, sql`update ajustes set segundo_factor = 'todos'`)
    for (const codigo of ['123456', recuperacion[0] ?? ''])
      expect(summaryOf(await removeFactor(client, codigo))).toEqual([
        409,
        'Tu empresa pide un segundo factor.',
      ])
    await run(server.db, sql`update ajustes set segundo_factor = 'administradores'`)
    expect((await removeFactor(client, recuperacion[0] ?? '')).status).toBe(200)
    await run(server.db, sql`update ajustes set segundo_factor = 'nadie'`)
  })
})

test('audit log: records each change once, and no rejected one', async () => {
  const { username, client } = await aUser(server)
  const { secreto } = await activateFactor(client, clock)
  await removeFactor(client, 'x')
  await removeFactor(client, codeAt(secreto, clock + step))
  const rows = await many(
    server.db,
    sql`select accion, tipo, registro_id, nombre, usuario, cambios from bitacora where usuario_id = ${client.userId} order by id`,
  )
  const row = {
    accion: 'editar',
    tipo: 'usuarios',
    registro_id: client.userId,
    nombre: username,
    usuario: username,
  }
  expect(rows).toEqual([
    { ...row, cambios: { segundo_factor: ['no', 'sí'] } },
    { ...row, cambios: { segundo_factor: ['sí', 'no'] } },
  ])
})

test('GET /api/usuarios/:id: returns segundo_factor without a new version', async () => {
  const { client } = await aUser(server)
  const read = async () => (await admin.get(`/usuarios/${client.userId}`)).body.data
  const before = await read()
  expect(before.segundo_factor).toBe(false)
  await begin(client)
  expect(await read()).toEqual(before)
  await activateFactor(client, clock)
  expect(await read()).toEqual({ ...before, segundo_factor: true })
  const { body } = await admin.patch(`/usuarios/${client.userId}/status`, { estado: 'inactivo' })
  expect(body.data.segundo_factor).toBe(true)
  await admin.delete(`/usuarios/${client.userId}`)
  const restored = await admin.post(`/api/papelera/usuarios/${client.userId}/restaurar`)
  expect(restored.body.data.segundo_factor).toBe(true)
  const { body: list } = await admin.get('/usuarios')
  for (const each of list.data) expect(each).not.toHaveProperty('segundo_factor')
})
