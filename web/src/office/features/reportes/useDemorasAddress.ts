import type { Filters } from '../../../list/filters.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { reportePageSizes } from './useReportesAddress.ts'

export const demorasFilters = {
  // Part of the address that selects this page instead of ReportesPage.
  vista: { kind: 'words', label: 'Vista', words: { '': '', demoras: '' } },
  por: { kind: 'words', label: 'Por', words: { cliente: 'Cliente', lugar: 'Lugar', causa: 'Causa' } },
  desde: { kind: 'day', label: 'Fecha inicio' },
  hasta: { kind: 'day', label: 'Fecha fin' },
  // A row of the report, whose trips are shown.
  clave: { kind: 'text' },
} as const satisfies Filters

export const useDemorasAddress = () => useListAddress(demorasFilters, reportePageSizes)
export type DemorasAddress = ReturnType<typeof useDemorasAddress>
