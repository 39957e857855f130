import { isPeriodo, isRealDate, type PeriodoTipo } from '@flota/contract/dias.ts'
import { useListAddress } from '../../list/useListAddress.ts'
import { tipoWords } from './tipos.ts'

/** What is no day is as if absent. */
const day = (text: string) => (isRealDate(text) ? text : '')

/** What an address without it means, as the call's own default does. */
const usual: PeriodoTipo = 'dia'

/** Pages of a report (contract.md section 10). */
export const reportPages = { sizes: [5, 10, 20, 50, 100], usual: 10 }

const filters = ['filtro', 'fechaInicio', 'fechaFin', 'periodo', 'ver'] as const

/** Where the screen stands: what is counted from when to when, its page, and what is open over it. */
export function useReportesAddress() {
  const { address, change, hrefOf, closeTo } = useListAddress('', filters, reportPages)
  const { pagina, porPagina, ver } = address
  const named = address.filtro === 'año' ? 'anio' : address.filtro
  const tipo: PeriodoTipo = named in tipoWords ? (named as PeriodoTipo) : usual
  const fechaInicio = day(address.fechaInicio)
  const fechaFin = day(address.fechaFin)
  const open = (part: { periodo: string } | { ver: string }) => hrefOf({ ...part, pagina })
  return {
    tipo,
    fechaInicio,
    fechaFin,
    pagina,
    porPagina,
    /** The last day lies before the first: there is nothing to ask for. */
    endsEarly: fechaInicio !== '' && fechaFin !== '' && fechaFin < fechaInicio,
    /** The period whose trips are shown over the list. */
    periodo: isPeriodo(address.periodo) ? address.periodo : '',
    /** Whether the report is shown as it is printed. */
    report: ver === 'reporte',
    change,
    filter: (part: { tipo?: PeriodoTipo; fechaInicio?: string; fechaFin?: string }) => {
      const { tipo: filtro = tipo, ...days } = part
      change({ ...days, filtro: filtro === usual ? '' : filtro, periodo: '', ver: '' })
    },
    hrefOfPeriodo: (periodo: string) => open({ periodo }),
    openReport: () => change({ ver: 'reporte', pagina }),
    /** Takes away what is open over it. */
    close: () => closeTo({ periodo: '', ver: '' }),
  }
}

export type ReportesAddress = ReturnType<typeof useReportesAddress>
