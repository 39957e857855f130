import { respaldo } from '@flota/contract/respaldo.ts'
import { type App, serve } from '../http/serve.ts'
import type { Offsite } from './offsite/OffsiteBackups.ts'
import type { Last } from './own.ts'

export function respaldoRoutes(app: App, last: () => Last | null, offsite: () => Offsite | null): void {
  serve(app, respaldo.last, () => {
    const found = last()
    if (!found) return null
    const { hecho_en, error, archivos_faltan } = found
    const there = offsite()
    const fuera = there && { hecho_en: there.hecho_en, error: there.error }
    return { hecho_en, error, archivos_faltan, fuera }
  })
}
