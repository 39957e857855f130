import { respaldo } from '@flota/contract/system/respaldo.ts'
import type { LastBackup } from '../../platform/backup/automaticBackup.ts'
import type { OffsiteState } from '../../platform/backup/OffsiteBackups.ts'
import { type App, serve } from '../../platform/http/serve.ts'

export function respaldoRoutes(
  app: App,
  last: () => LastBackup | null,
  offsite: () => OffsiteState | null,
): void {
  serve(app, respaldo.last, () => {
    const found = last()
    if (!found) return null
    const { hecho_en, error, archivos_faltan } = found
    const state = offsite()
    const fuera = state && { hecho_en: state.hecho_en, error: state.error }
    return { hecho_en, error, archivos_faltan, fuera }
  })
}
