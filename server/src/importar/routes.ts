import { plantillas } from '@flota/contract/importar.ts'
import type { Now } from '../clock.ts'
import type { Env } from '../env.ts'
import { type App, serveRaw } from '../http/serve.ts'
import { sendStream } from '../http/stream.ts'
import { plantilla } from './plantilla.ts'

interface Clock {
  env: Pick<Env, 'EMPRESA_NOMBRE'>
  now: Now
}

export function importarRoutes(app: App, { env, now }: Clock): void {
  serveRaw(app, plantillas.show, ({ params, reply }) => {
    const headers = {
      'Content-Type': plantillas.show.media[0] ?? '',
      'Content-Disposition': `attachment; filename="plantilla_${params.tipo}.xlsx"`,
    }
    return sendStream(reply, headers, () => plantilla(params.tipo, env.EMPRESA_NOMBRE, now()))
  })
}
