import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { previewImport, runImport } from '../../test/importar.ts'
import { choose, type NamesOffice, namedTrips, openNames } from '../../test/namedTrips.ts'

// Records chosen for names, remembered as aliases (docs/contract/imports.md).

let office: NamesOffice
beforeAll(async () => {
  office = await openNames()
})
afterAll(() => office.server.close())

describe('choices', () => {
  test('imports rows of a chosen record and remembers the name', async () => {
    const id = await office.pilot('José', 'Tzul')
    const planner = await office.server.as({ rol: 'usuario', permisos: ['crear_rutas', 'ver_rutas'] })
    const sheet = () => namedTrips({ piloto: 'Chepe' }, { piloto: 'CHEPE' })
    expect(await office.unknownOf(sheet())).toMatchObject([{ valor: 'Chepe', filas: 2 }])
    expect(await office.unknownOf(sheet(), choose({ piloto: { chepe: id, 'No está': 1 } }))).toEqual([])
    // A preview remembers nothing.
    expect(await office.unknownOf(sheet())).toHaveLength(1)
    const { status, body } = await runImport(planner, 'rutas', sheet(), choose({ piloto: { Chepe: id } }))
    expect([status, body.data.nuevas]).toEqual([201, 2])
    expect(await office.unknownOf(sheet())).toEqual([])
    const aliases = (await office.admin.get(`/api/choferes/${id}/alias`)).body
    expect(aliases).toMatchObject({ count: 1, data: [{ texto: 'Chepe', usuario: expect.any(String) }] })
    const log = async (accion: string) =>
      (await office.admin.get(`/api/bitacora?tipo=alias&accion=${accion}`)).body.data.map(
        ({ nombre, registro_id }: { nombre: string; registro_id: number }) => [nombre, registro_id],
      )
    expect(await log('crear')).toContainEqual(['Chepe', aliases.data[0].id])

    const hit = (await office.admin.get('/api/buscar?buscar=chepe')).body.data.choferes
    expect(hit).toMatchObject([{ id, texto: 'José Tzul' }])
    expect((await office.admin.get('/api/choferes?buscar=chep')).body.data).toMatchObject([{ id }])

    const path = `/api/choferes/${id}/alias/${aliases.data[0].id}`
    expect((await office.admin.delete(path)).status).toBe(200)
    const again = await office.admin.delete(path)
    expect([again.status, again.body.message]).toEqual([404, 'Alias no encontrado'])
    expect(await log('eliminar')).toContainEqual(['Chepe', aliases.data[0].id])
    expect(await office.unknownOf(sheet())).toHaveLength(1)
  })

  test('a later choice replaces an alias, an own name goes first, the bin ends it', async () => {
    const first = await office.pilot('Uno', 'Alias')
    const second = await office.pilot('Dos', 'Alias')
    const importAs = (id: number) =>
      runImport(
        office.admin,
        'rutas',
        namedTrips({ piloto: 'El Zurdo' }),
        choose({ piloto: { 'El Zurdo': id } }),
      )
    const pilotOf = async () =>
      (await previewImport(office.admin, 'rutas', namedTrips({ piloto: 'zurdo, el' }))).vista[0].valores
        .piloto
    await importAs(first)
    expect(await pilotOf()).toBe('Uno Alias')
    await importAs(second)
    expect(await pilotOf()).toBe('Dos Alias')
    expect((await office.admin.get(`/api/choferes/${first}/alias`)).body.data).toEqual([])
    const own = await office.pilot('El', 'Zurdo')
    expect(await pilotOf()).toBe('El Zurdo')
    await office.admin.delete(`/api/choferes/${own}`)
    expect(await pilotOf()).toBe('Dos Alias')
    await office.admin.delete(`/api/choferes/${second}`)
    expect(await pilotOf()).toBe('zurdo, el')
  })

  test('a name that one record has becomes no alias of the chosen one', async () => {
    await office.pilot('Nombre', 'Propio')
    const id = await office.pilot('Otro', 'Elegido')
    const nombres = choose({ piloto: { 'Nombre Propio': id } })
    const { vista } = await previewImport(
      office.admin,
      'rutas',
      namedTrips({ piloto: 'Nombre Propio' }),
      nombres,
    )
    expect(vista[0].valores.piloto).toBe('Otro Elegido')
    await runImport(office.admin, 'rutas', namedTrips({ piloto: 'Nombre Propio' }), nombres)
    expect((await office.admin.get(`/api/choferes/${id}/alias`)).body.data).toEqual([])
    await office.admin.delete(`/api/choferes/${id}`)
    const missing = await office.admin.get(`/api/choferes/${id}/alias`)
    expect([missing.status, missing.body.message]).toEqual([404, 'Piloto no encontrado'])
  })

  test('an id that is not there or in the bin changes nothing', async () => {
    const id = await office.pilot('Se', 'Va')
    await office.admin.delete(`/api/choferes/${id}`)
    for (const each of [id, 2_000_000_000, 3_000_000_000])
      expect(
        await office.unknownOf(
          namedTrips({ piloto: 'Fantasma Uno' }),
          choose({ piloto: { 'Fantasma Uno': each } }),
        ),
      ).toMatchObject([{ valor: 'Fantasma Uno' }])
  })
})
