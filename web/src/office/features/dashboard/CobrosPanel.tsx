import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { usePolledEndpoint } from '../../../api/cache/queries.ts'
import { IvaWord } from '../../shared/IvaWord.tsx'
import { sumAmounts } from '../../shared/moneyLists.ts'
import { Panel } from './Panel.tsx'

/** Shows what is not invoiced, and what clients owe after the due date. */
export function CobrosPanel() {
  const porFacturar = usePolledEndpoint('GET /api/por-facturar', {})
  const porCobrar = usePolledEndpoint('GET /api/por-cobrar', {})
  const clientes = porFacturar.data?.data
  const report = porCobrar.data?.data
  const answer = {
    data: clientes && report && { clientes, ...report },
    error: porFacturar.error ?? porCobrar.error,
    refetch: () => Promise.all([porFacturar.refetch(), porCobrar.refetch()]),
  }
  return (
    <Panel
      title="Cobros"
      list={{ href: '/cobros', label: 'Ver cobros' }}
      answer={answer}
      minHeightRem={5.5}
      errorTitle="Error al cargar los cobros"
    >
      {({ clientes: unbilled, filas, totales }) => {
        const viajes = unbilled.reduce((sum, each) => sum + each.viajes, 0)
        const unbilledTotal = formatQuetzales(sumAmounts(unbilled.map(({ total }) => total)))
        const overdue = sumAmounts([totales.total, -totales.por_vencer])
        const debtors = filas.filter(({ total, por_vencer }) => total > por_vencer).length
        return (
          <>
            <Figure href="/cobros">
              Sin facturar: {countText(viajes, 'viaje', 'viajes')} · {unbilledTotal} <IvaWord />
            </Figure>
            <Figure href="/cobros?vista=por-cobrar">
              Vencido por cobrar: {formatQuetzales(overdue)} de {countText(debtors, 'cliente', 'clientes')}
            </Figure>
          </>
        )
      }}
    </Panel>
  )
}

const countText = (count: number, one: string, many: string) =>
  `${formatInteger(count)} ${count === 1 ? one : many}`

function Figure({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="-mx-2 flex min-h-11 items-center rounded-ui px-2 text-lg font-semibold hover:bg-sunken"
    >
      <span>{children}</span>
    </Link>
  )
}
