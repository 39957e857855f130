import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { optionalGalones } from '../core/galones.ts'
import { named, pathId, versionOrZero } from '../core/values.ts'

const fichaRecord = named('Ficha', {
  tanque_gal: z.number().nullable(),
  /** The odometer's last good reading. */
  km: z.int().nullable(),
  km_fecha: z.string().nullable(),
  /** Of the 10 newest tramos. */
  km_galon: z.number().nullable(),
  /** 0 before the first PUT. */
  version: z.int(),
})
export type Ficha = z.output<typeof fichaRecord>

const values = named('FichaValues', { tanque_gal: optionalGalones(), version: versionOrZero() })

const params = z.object({ id: pathId() })

export const ficha = {
  show: endpoint('GET /api/camiones/:id/ficha', {
    summary: 'Ver el tanque, el odómetro y el rendimiento de un camión',
    params,
    data: fichaRecord,
  }),
  update: endpoint('PUT /api/camiones/:id/ficha', {
    summary: 'Guardar el tamaño del tanque de un camión',
    params,
    body: values,
    data: fichaRecord,
    message: 'Ficha guardada exitosamente',
  }),
}
