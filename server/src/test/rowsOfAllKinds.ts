import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { run, sql } from '../platform/db/sql.ts'
import { insertFacturaRows } from './cobros.ts'
import { insertFlotaRows } from './flota.ts'
import { csv, runImport } from './importar.ts'
import type { RutaOffice } from './openOffice.ts'
import { buildPng } from './png.ts'
import { writingCalls } from './writingCalls.ts'

const hoy = todayIn('America/Guatemala', Date.now())

/**
 * Fills all tables, for tests over all reads.
 * @returns id of a trip that overlaps another, and the address of the company's logo
 */
export async function insertRowsOfAllKinds(office: RutaOffice): Promise<{ rutaId: number; logo: string }> {
  const { admin, references, server } = office
  for (const [call] of Object.values(writingCalls)) await call(office)
  const keyed = { method: 'POST', url: '/api/clientes', headers: { 'idempotency-key': 'una' } } as const
  await admin.send({ ...keyed, payload: { nombre: 'Ana', apellido: 'Paz', telefono: '1' } })
  // Two overlapping trips and an unfinished one.
  const ruta = await office.create({ fecha: addDays(hoy, 1), hora: '08:00', duracion_min: 600 })
  await office.create({ fecha: addDays(hoy, 1), hora: '09:00' })
  await office.create({ fecha: addDays(hoy, -3) })
  const ajustes = await admin.put('/api/ajustes', {
    nit: '1234567-8',
    direccion: '6a avenida 3-20',
    telefono: '2222-3333',
    logo: `data:image/png;base64,${buildPng(30, 10, 6).toString('base64')}`,
  })
  await admin.post('/api/restricciones', {
    nombre: 'Calzada',
    dias_semana: [1, 2, 3, 4, 5, 6, 7],
    hora_desde: '06:00',
    hora_hasta: '20:00',
    palabras_exentas: ['leche'],
    nota: 'Solo liviano',
  })
  await admin.post('/api/movimientos', {
    tipo: 'gasto',
    concepto: 'Peaje',
    paga: 'piloto',
    chofer_id: office.references.chofer_id,
    ruta_id: ruta.id,
    monto: 75,
    fecha: '2026-01-15',
    forma: 'Efectivo',
    comprobante: 'factura',
    nit: 'CF',
    uuid: 'A'.repeat(32),
    descripcion: 'Puente',
  })
  // An import with a row that is left out.
  const sheet = csv(['nombre', 'apellido', 'telefono'], ['Rosa', 'Xol', '55554444'], ['', 'Tzul', '1'])
  await runImport(admin, 'ayudantes', sheet, { omitir_errores: 'si' })
  // Rows that only the program writes.
  await run(
    server.db,
    sql`insert into envios (dia, usuario_id, clase, asunto, texto, proximo)
      select ${hoy}, min(id), 'respaldo_fallo', 'El respaldo falló', 'Revisa el disco.', now() from usuarios`,
  )
  await run(
    server.db,
    sql`insert into discos (carpeta, libres, medido_en, dias, poco, desde)
      values ('/datos', 1500000000, now(), 12, true, ${hoy})`,
  )
  await insertFacturaRows(server.db, references.cliente_id, ruta.id)
  await insertFlotaRows(server.db, references)
  return { rutaId: ruta.id, logo: ajustes.body.data.logo }
}
