import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'

// Dates and hours stay as typed, whatever the machine's time zone.

describe.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'machine in time zone %s',
  (zone) => {
    const before = process.env.TZ
    let office: RutaOffice
    let piloto: Client
    beforeAll(async () => {
      process.env.TZ = zone
      office = await openOffice()
      piloto = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
    })
    afterAll(async () => {
      await office.close()
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    })

    test('machine: uses the time zone', () => {
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    })

    // Clock changes in Los Angeles, leap days, ends of months and the limits of dates.
    const dates = [
      '2026-03-08',
      '2026-11-01',
      '2024-02-29',
      '2026-12-31',
      '2027-01-01',
      '2000-01-01',
      '2100-12-31',
    ]
    test.each(dates)('date %s: stays as typed', async (fecha) => {
      for (const hora of ['00:00:00', '02:30:00', '23:59:59']) {
        const ruta = await office.create({ fecha, hora })
        const rows = [
          ruta,
          (await office.read(ruta.id)).body.data,
          (await office.admin.get(`/api/rutas?desde=${fecha}&hasta=${fecha}&buscar=${ruta.no_ruta}`)).body
            .data[0],
          (await piloto.get(`/piloto/mis-rutas?desde=${fecha}&hasta=${fecha}&buscar=${ruta.no_ruta}`)).body
            .data[0],
          (await office.put(ruta.id, { fecha, hora, no_ruta: ruta.no_ruta })).body.data,
          (await piloto.put(`/piloto/ruta/${ruta.id}/estado`, { nuevoEstado: 'Entregado' })).body.data,
        ]
        for (const each of rows) expect(each).toMatchObject({ id: ruta.id, fecha, hora })
        expect(Math.abs(Date.parse(String(ruta.creado_en)) - Date.now())).toBeLessThan(3_600_000)
      }
    })

    test('date filter: excludes neighbouring days', async () => {
      for (const fecha of ['2030-05-14', '2030-05-15', '2030-05-16'])
        for (const hora of ['00:00', '23:59:59']) await office.create({ fecha, hora })
      expect(idsOf(await office.admin.get('/api/rutas?desde=2030-05-15&hasta=2030-05-15'))).toHaveLength(2)
      expect(idsOf(await office.admin.get('/api/rutas?desde=2030-05-15'))).toHaveLength(7)
    })
  },
)
