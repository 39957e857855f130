import { z } from 'zod'
import { endpoint, fileResponse } from '../core/endpoint.ts'
import { logoTypes } from './logo.ts'

export const system = {
  vivo: endpoint('GET /api/vivo', {
    summary: 'Saber si el proceso sirve, aunque su base de datos no conteste',
    data: z.object({}),
    message: 'Servicio en marcha',
  }),
  salud: endpoint('GET /api/salud', {
    summary: 'Saber si el servicio está disponible',
    data: z.object({ estado: z.literal('ok'), version: z.string() }),
    message: 'Servicio disponible',
  }),
  config: endpoint('GET /api/config', {
    summary: 'Ver la empresa, su zona y la fecha de hoy',
    data: z.object({
      empresa: z.string(),
      zona: z.string(),
      hoy: z.iso.date(),
      version: z.string(),
      /** Address of the logo, another for each logo; absent without one. */
      logo: z.string().optional(),
      /** Only while the prices of trips exclude VAT. */
      precios_incluyen_iva: z.literal(false).optional(),
    }),
  }),
  logo: endpoint('GET /api/logo/:version', {
    summary: 'Ver el logo de la empresa, en la dirección que da /api/config',
    params: z.object({ version: z.string() }),
    ...fileResponse('El logo', ...logoTypes),
    errorStatuses: [404],
  }),
  docs: endpoint('GET /api/docs', {
    summary: 'Leer este documento',
    data: z.record(z.string(), z.unknown()),
    wrapping: 'bare',
  }),
}
