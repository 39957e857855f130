import { afterEach, beforeEach, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { type MailOffice, openMailOffice } from '../../test/correo.ts'
import { aCamion, aChofer, aPersona } from '../../test/factories.ts'
import { aPlan } from '../../test/mantenimientos.ts'
import type { Client, UserOptions } from '../../test/testApp.ts'

// The weekly notices, on Mondays at 06:00 in the company's zone (docs/contract/notices.md).

let office: MailOffice
let admin: Client
const open = async (env: Record<string, string> = {}) => {
  office = await openMailOffice({ env })
  admin = await office.server.as({ username: 'jefa' })
}
beforeEach(() => open())
afterEach(() => office.close())

const monday = '2026-11-23T06:00:00-06:00'

/** A user with an address and a permission that shows licences. */
async function reader(
  correo: string,
  who: UserOptions = { rol: 'usuario', permisos: ['gestionar_catalogos'] },
) {
  const client = await office.server.as(who)
  expect((await client.put('/api/auth/correo', { correo })).status).toBe(200)
  return client
}
/** Inserts a pilot whose licence has expired, which creates a notice. */
const aNotice = async (nombre = 'Juan') => {
  const form = aChofer({ nombre, apellido: 'Pérez', vencimiento: '2026-11-20' })
  return (await admin.post('/api/choferes', form)).body.data.id as number
}
const sentTo = () => office.mail.received.flatMap(({ to }) => to).toSorted()

test('weekly mail: is sent once, on Monday from six o’clock on', async () => {
  await reader('ana@empresa.gt')
  await aNotice()
  for (const early of ['2026-11-22T23:59:00-06:00', '2026-11-23T05:59:59-06:00']) {
    office.setClock(early)
    await office.runMailRound()
    expect(sentTo()).toEqual([])
  }
  office.setClock(monday)
  await office.runMailRound()
  expect(office.mail.received).toMatchObject([
    { to: ['ana@empresa.gt'], subject: 'Esta semana en Transportes' },
  ])
  for (const later of [
    '2026-11-23T06:01:00-06:00',
    '2026-11-23T23:59:00-06:00',
    '2026-11-24T06:00:00-06:00',
  ]) {
    office.setClock(later)
    await office.runMailRound()
  }
  expect(sentTo()).toHaveLength(1)
  office.setClock('2026-11-30T06:00:00-06:00')
  await office.runMailRound()
  expect(sentTo()).toHaveLength(2)
})

test.each([
  ['2026-11-23T21:40:00-06:00', 1],
  ['2026-11-24T00:00:00-06:00', 0],
])('no process ran at six, and one runs at %s: sends %i', async (moment, count) => {
  await reader('ana@empresa.gt')
  await aNotice()
  office.setClock(moment)
  await office.runMailRound()
  expect(sentTo()).toHaveLength(count)
})

test.each([
  // Clocks go back on Sunday, 25/10/2026, and forward on Sunday, 28/03/2027.
  ['Europe/Madrid', '2026-10-26T05:59:00+01:00', '2026-10-26T06:00:00+01:00'],
  ['Europe/Madrid', '2027-03-29T05:59:00+02:00', '2027-03-29T06:00:00+02:00'],
  ['Pacific/Auckland', '2026-11-23T05:59:00+13:00', '2026-11-23T06:00:00+13:00'],
])('time zone %s: decides when the mail is due', async (TZ_EMPRESA, early, due) => {
  await office.close()
  await open({ TZ_EMPRESA })
  await reader('ana@empresa.gt')
  await admin.post('/api/choferes', aChofer({ vencimiento: '2020-01-01' }))
  office.setClock(early)
  await office.runMailRound()
  expect(sentTo()).toEqual([])
  office.setClock(due)
  await office.runMailRound()
  expect(sentTo()).toHaveLength(1)
})

test('recipients: active users with an address, avisos true and a notice, except pilotos', async () => {
  await aNotice()
  await reader('jefe@empresa.gt', { rol: 'administrador' })
  await reader('ana@empresa.gt')
  await reader('sin-avisos@empresa.gt', { rol: 'usuario', permisos: [] })
  await (await reader('no-quiere@empresa.gt')).put('/api/auth/correo', { avisos: false })
  await (await reader('borrado@empresa.gt')).put('/api/auth/correo', { correo: null })
  const inactive = await reader('inactivo@empresa.gt')
  await admin.patch(`/usuarios/${inactive.userId}/status`, { estado: 'inactivo' })
  const binned = await reader('papelera@empresa.gt')
  await admin.delete(`/usuarios/${binned.userId}`)
  const piloto = await reader('piloto@empresa.gt')
  await run(
    office.server.db,
    sql`update usuarios set rol_id = 2, piloto_id = (select max(id) from choferes) where id = ${piloto.userId}`,
  )
  office.setClock(monday)
  await office.runMailRound()
  expect(sentTo()).toEqual(['ana@empresa.gt', 'jefe@empresa.gt'])
})

test('address written later on Monday: gets the mail of the next Monday', async () => {
  await aNotice()
  office.setClock(monday)
  await office.runMailRound()
  await reader('ana@empresa.gt')
  office.setClock('2026-11-23T09:00:00-06:00')
  await office.runMailRound()
  expect(sentTo()).toEqual([])
  office.setClock('2026-11-30T06:00:00-06:00')
  await office.runMailRound()
  expect(sentTo()).toHaveLength(1)
})

test('contents: the notices of GET /api/avisos for this user, by class, with dates', async () => {
  const cashier = await reader('caja@empresa.gt', {
    rol: 'usuario',
    permisos: ['gestionar_catalogos'],
    permisos_dinero: ['ver_dinero'],
  })
  const id = await aNotice()
  const anticipo = { tipo: 'anticipo', chofer_id: id, monto: 100, fecha: '2026-11-01' }
  expect((await admin.post('/api/movimientos', anticipo)).status).toBe(201)
  const camion_id = (await admin.post('/api/camiones', aCamion({ placa: 'C-1AA' }))).body.data.id
  for (const km of [10, 9000]) await admin.post('/api/lecturas', { camion_id, fecha: '2026-11-20', km })
  await admin.post('/api/planes', aPlan({ camiones: [camion_id], nombre: 'Aceite' }))
  await reader('ana@empresa.gt')
  office.setClock(monday)
  await office.runMailRound()
  const { data } = (await cashier.get('/api/avisos')).body
  const clases = data.map(({ clase }: { clase: string }) => clase).toSorted()
  expect(clases).toEqual(['combustible', 'licencia', 'mantenimiento', 'por_liquidar'])
  const [of, other] = ['caja', 'ana'].map((name) =>
    office.mail.received.find(({ to }) => to[0] === `${name}@empresa.gt`),
  )
  const fuel = 'Combustible\n- C-1AA, 20/11/2026: el kilometraje salta desde 10 (20/11/2026)'
  expect(of?.text).toContain(
    `Licencias\n- Licencia de Juan Pérez: Venció hace 3 días (20/11/2026)\n\n${fuel}\n\nPor liquidar\n- Juan Pérez: sin liquidar desde hace 22 días (01/11/2026)\n\nMantenimiento\n- Aceite de C-1AA: Vence en 5 días (28/11/2026)\n`,
  )
  expect(of?.html).toContain('<h2')
  for (const { texto } of data) {
    expect(of?.text).toContain(texto)
    expect(of?.html).toContain(texto)
  }
  expect(other?.text).not.toContain('sin liquidar')
  // Without URL_PUBLICA there are no links.
  for (const body of [of?.text, of?.html]) expect(body).not.toMatch(/http|href/)
})

test('contents: receivables for holders of gestionar_cobros alone, without amounts', async () => {
  await reader('cobros@empresa.gt', { rol: 'usuario', permisos: [], permisos_dinero: ['gestionar_cobros'] })
  await reader('caja@empresa.gt', { rol: 'usuario', permisos: [], permisos_dinero: ['gestionar_dinero'] })
  const form = aPersona({ nombre: 'Maya', apellido: 'Sur' })
  const cliente_id: number = (await admin.post('/api/clientes', form)).body.data.id
  const factura = { cliente_id, serie: 'A', numero: '1', fecha: '2026-11-01', monto: 4129.77 }
  expect((await admin.post('/api/facturas', factura)).status).toBe(201)
  office.setClock(monday)
  await office.runMailRound()
  expect(sentTo()).toEqual(['cobros@empresa.gt'])
  const [mail] = office.mail.received
  expect(mail?.text).toContain(
    'Facturas vencidas\n- Maya Sur: facturas vencidas desde hace 22 días (01/11/2026)\n',
  )
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/4,?129/)
})

/** Inserts this many pilots whose licence has expired. */
const manyNotices = async (count: number) => {
  const id = await aNotice()
  await run(
    office.server.db,
    sql`insert into choferes (nombre, apellido, telefono, tipo_licencia, vencimiento, busqueda)
      select 'Piloto', n::text, telefono, tipo_licencia, vencimiento, busqueda from choferes, generate_series(2, ${count}::int) n where id = ${id}`,
  )
}

test.each([
  [20, undefined],
  [21, 'y 1 más'],
  [999, 'y 979 más'],
  [1000, 'y más de 980 más'],
])('%i notices: lists at most 20, and %s', async (count, more) => {
  await reader('ana@empresa.gt')
  await manyNotices(count)
  office.setClock(monday)
  await office.runMailRound()
  const [mail] = office.mail.received
  expect(mail?.text.match(/^- /gm)).toHaveLength(20)
  expect(mail?.html.match(/<li/g)).toHaveLength(20)
  const rest = /^y .* más$/m
  expect([rest.exec(mail?.text ?? '')?.[0], />(y [^<]* más)</.exec(mail?.html ?? '')?.[1]]).toEqual([
    more,
    more,
  ])
})

test('contents: link to the user’s pages when URL_PUBLICA is set', async () => {
  await office.close()
  await open({ URL_PUBLICA: 'https://flota.empresa.gt' })
  await reader('ana@empresa.gt')
  await reader('rutas@empresa.gt', { rol: 'usuario', permisos: ['ver_rutas'] })
  const id = await aNotice()
  office.setClock(monday)
  await office.runMailRound()
  const of = (correo: string) => office.mail.received.find(({ to }) => to[0] === correo)
  const href = (await admin.get('/api/avisos')).body.data[0].href
  expect(href).toContain(String(id))
  expect(of('ana@empresa.gt')?.html).toContain(`<a href="https://flota.empresa.gt${href}"`)
  expect(of('ana@empresa.gt')?.text).toContain(`\n  https://flota.empresa.gt${href}\n`)
  expect(of('rutas@empresa.gt')?.html).not.toContain(href)
  for (const { html, text } of office.mail.received) {
    expect(html).toContain('<a href="https://flota.empresa.gt/"')
    expect(text).toContain('https://flota.empresa.gt/mi-cuenta')
  }
})

test('contents: escape HTML, and no name adds a header', async () => {
  await office.close()
  await open({
    EMPRESA_NOMBRE: "O'Brien <b>& Hijos\r\nBcc: espia@otra.gt\nSubject: otro",
    CORREO_REMITENTE: 'Los de "Flota" <flota@empresa.gt>',
  })
  await reader('ana@empresa.gt')
  await aNotice(`<img src=x onerror='alert("1")'> & ñandú`)
  office.setClock(monday)
  await office.runMailRound()
  const [mail] = office.mail.received
  expect(mail?.to).toEqual(['ana@empresa.gt'])
  const [head = ''] = mail?.raw.split('\r\n\r\n') ?? []
  expect(head).not.toMatch(/^bcc:/im)
  expect(head.match(/^subject:/gim)).toHaveLength(1)
  expect(head).toMatch(/^From: Los de Flota <flota@empresa\.gt>\r$/m)
  expect(mail?.subject).toBe("Esta semana en O'Brien <b>& Hijos Bcc: espia@otra.gt Subject: otro")
  expect(mail?.html).toContain('&lt;img src=x onerror=&#39;alert(&quot;1&quot;)&#39;&gt; &amp; ñandú')
  expect(mail?.html).toContain('O&#39;Brien &lt;b&gt;&amp; Hijos')
  expect(mail?.html).not.toMatch(/<img|<b>/)
  expect(mail?.text).toContain(`<img src=x onerror='alert("1")'> & ñandú`)
})
