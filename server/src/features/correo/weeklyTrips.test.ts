import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailOffice, openMailOffice } from '../../test/correo.ts'
import { aPersona, aRuta, someReferences } from '../../test/factories.ts'

// Trips in the weekly notices (docs/contract/notices.md).

let office: MailOffice
beforeEach(async () => {
  office = await openMailOffice()
})
afterEach(() => office.close())

test('weekly mail: names the trips below their numbers, with the day once', async () => {
  const admin = await office.server.as({ username: 'jefa' })
  expect((await admin.put('/api/auth/correo', { correo: 'jefa@empresa.gt' })).status).toBe(200)
  const form = aPersona({ nombre: 'Maya &', apellido: 'Hijos' })
  const { id: cliente_id } = (await admin.post('/api/clientes', form)).body.data
  const references = { ...(await someReferences(admin)), cliente_id }
  const post = async (changes: object) =>
    expect((await admin.post('/api/rutas', aRuta(references, { origen: 'Cobán', ...changes }))).status).toBe(
      201,
    )
  await post({ no_ruta: 'RUTA-7', fecha: '2026-11-20', hora: '06:00' })
  await post({ no_ruta: 'RUTA-8', fecha: '2026-11-26', hora: '22:00' })
  await post({ no_ruta: 'RUTA-9', fecha: '2026-11-27', hora: '01:00', destino: 'Flores' })
  office.setClock('2026-11-23T06:00:00-06:00')
  await office.runMailRound()
  const [mail] = office.mail.received
  expect(mail?.text).toContain(
    '\n- RUTA-7: sin cerrar desde hace 3 días\n  Maya & Hijos · Cobán → Quetzaltenango · 20/11/2026\n',
  )
  expect(mail?.text).toMatch(
    /- \S+: RUTA-8 \(26\/11\/2026 22:00\) y RUTA-9 \(27\/11\/2026 01:00\)\n {2}RUTA-8: Maya & Hijos · Cobán → Quetzaltenango · 26\/11\/2026\n {2}RUTA-9: Maya & Hijos · Cobán → Flores · 27\/11\/2026\n/,
  )
  expect(mail?.html).toMatch(
    /RUTA-7: sin cerrar desde hace 3 días<br><span style="[^"]+">Maya &amp; Hijos · Cobán → Quetzaltenango · 20\/11\/2026<\/span><\/li>/,
  )
})
