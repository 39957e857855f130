import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aCamion } from '../../test/factories.ts'
import { csv, listErrors, postSheet, previewImport, runImport } from '../../test/importar.ts'
import { choose, type NamesOffice, namedTrips, openNames } from '../../test/namedTrips.ts'

// Names that no record has, with the records that they may mean (docs/contract/imports.md).

let office: NamesOffice
beforeAll(async () => {
  office = await openNames()
})
afterAll(() => office.server.close())

describe('candidates', () => {
  test('finds the same words in any order, legal forms and plates', async () => {
    await office.pilot('Juan Carlos', 'Pérez López')
    await office.client('Transportes', 'Maya, S.A.')
    await office.create('camiones', aCamion({ placa: 'C-900BCD' }))
    const preview = await previewImport(
      office.admin,
      'rutas',
      namedTrips(
        {
          piloto: 'PEREZ LOPEZ, Juan Carlos',
          cliente: 'Transportes Maya Sociedad Anónima',
          placa: 'c 900 bcd',
        },
        { piloto: 'López Pérez Carlos Juan', cliente: 'MAYA TRANSPORTES' },
      ),
    )
    expect(preview).toMatchObject({ nuevas: 2, errores: 0, desconocidos: [] })
    expect(preview.vista[0].valores).toMatchObject({
      piloto: 'Juan Carlos Pérez López',
      cliente: 'Transportes Maya, S.A.',
      placa: 'C-900BCD',
    })
  })

  test('groups unknown names, most rows first, with the one longer name', async () => {
    const id = await office.pilot('Pedro Pablo', 'Ixcoy Tum')
    const sheet = namedTrips(
      { piloto: 'Nadie Así' },
      { piloto: 'Pedro Tum', cliente: 'Otro Nadie' },
      { piloto: 'PEDRO  TÚM' },
      { piloto: 'Ixcoy Tum' },
      { piloto: 'Pedro Pablo' },
    )
    const { desconocidos, detalle, vista } = await previewImport(office.admin, 'rutas', sheet)
    const candidato = { id, nombre: 'Pedro Pablo Ixcoy Tum', por: 'un nombre menos' }
    expect(desconocidos).toEqual([
      { campo: 'piloto', valor: 'Pedro Tum', filas: 2, candidatos: [candidato] },
      { campo: 'piloto', valor: 'Nadie Así', filas: 1, candidatos: [] },
      { campo: 'cliente', valor: 'Otro Nadie', filas: 1, candidatos: [] },
      // Only surnames, only given names.
      { campo: 'piloto', valor: 'Ixcoy Tum', filas: 1, candidatos: [] },
      { campo: 'piloto', valor: 'Pedro Pablo', filas: 1, candidatos: [] },
    ])
    expect(vista[1].valores).toMatchObject({ piloto: 'Pedro Tum', cliente: 'Otro Nadie' })
    expect(listErrors(detalle)).toContainEqual([
      3,
      'G',
      'piloto',
      'Chofer no encontrado. Verifica que el chofer seleccionado sea válido.',
    ])
    // Two longer names are no candidate.
    await office.pilot('Pedro', 'Gómez Tum')
    expect((await office.unknownOf(sheet))[0]).toMatchObject({ valor: 'Pedro Tum', candidatos: [] })
  })

  test('lists several records of a name, without the bin', async () => {
    const a = await office.pilot('Rosa Ana', 'Cuc')
    const b = await office.pilot('Cuc', 'Rosa Ana')
    const c = await office.client('Sol', 'S.A.')
    const d = await office.client('Sol', 'y Cía.')
    const sheet = namedTrips({ piloto: 'Ana Rosa Cuc', cliente: 'SOL, Sociedad Anónima' })
    const preview = await previewImport(office.admin, 'rutas', sheet)
    expect(preview.desconocidos).toEqual([
      {
        campo: 'cliente',
        valor: 'SOL, Sociedad Anónima',
        filas: 1,
        candidatos: [
          { id: c, nombre: 'Sol S.A.', por: 'sin S.A.' },
          { id: d, nombre: 'Sol y Cía.', por: 'sin S.A.' },
        ],
      },
      {
        campo: 'piloto',
        valor: 'Ana Rosa Cuc',
        filas: 1,
        candidatos: [
          { id: a, nombre: 'Rosa Ana Cuc', por: 'mismas palabras' },
          { id: b, nombre: 'Cuc Rosa Ana', por: 'mismas palabras' },
        ],
      },
    ])
    expect(listErrors(preview.detalle).map(([, , , mensaje]) => mensaje)).toEqual([
      'Hay varios clientes con ese nombre.',
      'Hay varios pilotos con ese nombre.',
    ])
    // A name that is written exactly so tells them apart.
    expect(await office.unknownOf(namedTrips({ piloto: 'Cuc Rosa Ana' }))).toEqual([])
    const accent = await office.pilot('Cuc', 'Rosa Aná')
    expect(await office.unknownOf(namedTrips({ piloto: 'Cuc Rosa Ana' }))).toMatchObject([
      { valor: 'Cuc Rosa Ana', candidatos: [{ id: a }, { id: b }, { id: accent }] },
    ])
    await office.admin.delete(`/api/choferes/${accent}`)
    await office.admin.delete(`/api/choferes/${b}`)
    expect(await office.unknownOf(namedTrips({ piloto: 'Ana Rosa Cuc' }))).toEqual([])
  })
})

describe('lists of people', () => {
  const pilots = (...names: string[]) =>
    csv(
      ['Piloto', 'Teléfono', 'Licencia', 'Vence'],
      ...names.map((name) => [name, '5555-0000', 'A', '2027-01-01']),
    )

  test('the same words are the same pilot, a shorter name is new and told', async () => {
    const id = await office.pilot('Mario René', 'Coc Chub')
    const preview = await previewImport(office.admin, 'choferes', pilots('Coc Chub, Mario René', 'Mario Coc'))
    expect(listErrors(preview.detalle)).toEqual([[2, null, null, 'Ya existe un piloto con ese nombre.']])
    expect(preview).toMatchObject({
      nuevas: 1,
      parecidos: [{ fila: 3, valor: 'Mario Coc', id, nombre: 'Mario René Coc Chub' }],
    })
    for (const campo of ['nombre_completo', 'piloto']) {
      const chosen = await previewImport(office.admin, 'choferes', pilots('Mario Coc'), {
        ...choose({ [campo]: { 'Mario Coc': id } }),
        duplicados: 'actualizar',
      })
      expect(chosen).toMatchObject({ nuevas: 0, cambiadas: 1, parecidos: [] })
    }
    const { status } = await runImport(office.admin, 'choferes', pilots('Mario Coc'), {
      ...choose({ piloto: { 'Mario Coc': id } }),
      duplicados: 'saltar',
    })
    expect(status).toBe(201)
    expect(
      await previewImport(office.admin, 'choferes', pilots('Mario Coc'), { duplicados: 'saltar' }),
    ).toMatchObject({
      saltadas: 1,
    })
  })

  test('a name split into two columns: gets the same candidates and alias as one in a single column', async () => {
    const id = await office.pilot('Otto Raúl', 'Sic Caal')
    const named = (...names: [string, string][]) =>
      csv(
        ['Nombre', 'Apellido', 'Teléfono', 'Licencia', 'Vence'],
        ...names.map((name) => [...name, '5555-0000', 'A', '2027-01-01']),
      )
    const preview = await previewImport(
      office.admin,
      'choferes',
      named(['Otto', 'Sic'], ['CAAL SIC', 'otto raul']),
    )
    expect(listErrors(preview.detalle)).toEqual([[3, null, null, 'Ya existe un piloto con ese nombre.']])
    expect(preview.parecidos).toEqual([{ fila: 2, valor: 'Otto Sic', id, nombre: 'Otto Raúl Sic Caal' }])
    for (const campo of ['nombre', 'nombre_completo', 'piloto'])
      expect(
        await previewImport(office.admin, 'choferes', named(['Otto', 'Sic']), {
          ...choose({ [campo]: { 'Otto Sic': id } }),
          duplicados: 'actualizar',
        }),
      ).toMatchObject({ nuevas: 0, cambiadas: 1, parecidos: [] })
    const query = { ...choose({ nombre: { 'Otto Sic': id } }), duplicados: 'saltar' }
    expect((await runImport(office.admin, 'choferes', named(['Otto', 'Sic']), query)).status).toBe(201)
    expect(await office.unknownOf(namedTrips({ piloto: 'Sic, Otto' }))).toEqual([])
  })

  test('two rows of one record repeat each other', async () => {
    const id = await office.pilot('Doble', 'Fila Tres')
    const { detalle } = await previewImport(
      office.admin,
      'choferes',
      pilots('Doble Fila Tres', 'Doble Tres'),
      {
        ...choose({ piloto: { 'Doble Tres': id } }),
        duplicados: 'actualizar',
      },
    )
    expect(listErrors(detalle)).toEqual([[3, null, null, 'Repite la fila 2.']])
  })

  test('leaves out a truck and a pilot', async () => {
    const truck = csv(Object.keys(aCamion()), Object.values(aCamion({ placa: 'C-OMI', marca: '' })))
    expect(
      await previewImport(office.admin, 'camiones', truck, choose({ placa: { 'c omi': 'omitir' } })),
    ).toMatchObject({
      omitidas: 1,
      errores: 0,
    })
  })
})

test('answers at most 500 unknown names, in bounded time with 2,000 clients', async () => {
  await run(
    office.server.db,
    sql`insert into clientes (nombre, apellido, telefono, busqueda)
      select 'Cliente' || n, 'De Prueba ' || n, '1', 'cliente' || n || E'\n' || 'de prueba ' || n
      from generate_series(1, 2000) n`,
  )
  const rows = Array.from({ length: 600 }, (_each, n) => ({ cliente: `Cliente${n} Prueba` }))
  const { status, body } = await postSheet(office.admin, 'rutas', namedTrips(...rows))
  expect([status, body.data.errores, body.data.desconocidos.length]).toEqual([200, 600, 500])
  expect(body.data.desconocidos[7].candidatos).toMatchObject([{ por: 'un nombre menos' }])
})
