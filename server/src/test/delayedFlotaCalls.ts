import { type CallContext, type RevokedCall, revokedCall } from './delayedCall.ts'
import { aMantenimiento, aPlan } from './mantenimientos.ts'

/** Each writing call of readings and plans. The user loses the permission while the call waits. */
export async function flotaCalls({ admin, references }: CallContext): Promise<RevokedCall[]> {
  const { camion_id } = references
  const idOf = async (path: string, body: object) => (await admin.post(path, body)).body.data.id as number
  const lectura = { camion_id, fecha: '2026-01-15', km: 100_000 }
  const planes = () => aPlan({ camiones: [camion_id] })
  const plan = async () => (await admin.post('/api/planes', planes())).body.data.planes[0].id as number
  const servicio = { fecha_programada: '2026-12-01', estado: 'Programado' }
  const lineas = [{ descripcion: 'Filtro', cantidad: 1, precio: 1 }]
  const mantenimiento = await idOf('/api/mantenimientos', aMantenimiento(camion_id))
  return [
    revokedCall('POST /api/lecturas', 0, lectura),
    revokedCall('PUT /api/lecturas/:id', await idOf('/api/lecturas', lectura), lectura),
    revokedCall('DELETE /api/lecturas/:id', await idOf('/api/lecturas', lectura)),
    revokedCall('PUT /api/camiones/:id/ficha', camion_id, { tanque_gal: 60 }),
    revokedCall('POST /api/planes', 0, planes()),
    revokedCall('PUT /api/planes/:id', await plan(), aPlan()),
    revokedCall('DELETE /api/planes/:id', await plan()),
    revokedCall('POST /api/planes/:id/mantenimiento', await plan(), servicio),
    revokedCall('PUT /api/mantenimientos/:id/lineas', mantenimiento, { lineas }),
  ]
}
