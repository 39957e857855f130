import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'

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
    data: z.object({ empresa: z.string(), zona: z.string(), hoy: z.iso.date(), version: z.string() }),
  }),
  docs: endpoint('GET /api/docs', {
    summary: 'Leer este documento',
    data: z.record(z.string(), z.unknown()),
    wrapping: 'bare',
  }),
}
