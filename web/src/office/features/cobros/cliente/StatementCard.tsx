import { formatFecha, formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import { keysOf } from '@flota/contract/core/keys.ts'
import type { EstadoDeCuentaFila, PorCobrarTotales } from '@flota/contract/money/porCobrar.ts'
import { facturaName } from '@flota/contract/records/facturas.ts'
import { bucketLabels, noInvoices } from '@flota/contract/records/porCobrar.ts'
import { lazy, Suspense, useMemo } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { ApiError } from '../../../../api/ApiError.ts'
import type { AnswerOf } from '../../../../api/call.ts'
import type { Column } from '../../../../list/table/column.tsx'
import { Table } from '../../../../list/table/Table.tsx'
import { tickShortcuts } from '../../../../list/useListShortcuts.ts'
import { useRowSelection } from '../../../../list/useRowSelection.ts'
import { Button } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { LoadError } from '../../../../ui/LoadError.tsx'
import { usePageShortcuts } from '../../../../ui/usePageShortcuts.ts'
import { oneLineColumn } from '../../../shared/columns.ts'
import { LoadingLines } from '../../../shared/LoadingLines.tsx'
import { sumAmounts } from '../../../shared/moneyLists.ts'
import { amountColumn } from '../cobroColumns.tsx'
import { VenceText } from '../facturaTexts.tsx'
import { clienteHref, facturaHref, newCobroHref } from '../hrefs.ts'
import { StatementActions } from './StatementActions.tsx'

const DayFilter = lazy(async () => ({
  default: (await import('../../../../list/controls/DayFilter.tsx')).DayFilter,
}))

interface Props {
  cliente_id: number
  /** Empty for today. */
  corte: string
  answer: {
    data: AnswerOf<'GET /api/clientes/:id/estado-de-cuenta'> | undefined
    error: ApiError | null
    refetch: () => unknown
  }
}

/** Shows the invoices that a client owes at the cut-off date. The user ticks the ones that the new payment pays. */
export function StatementCard({ cliente_id, corte, answer }: Props) {
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const hasta = search.get('hasta') ?? ''
  const estado = answer.data?.data
  return (
    <section aria-labelledby="estado" className="rounded-ui border border-line bg-card shadow-soft">
      <div className="grid gap-4 border-b border-line p-4 md:px-6">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <h2 id="estado" className="mr-auto text-lg font-bold">
            Estado de cuenta
            {estado && (
              <span className="ml-2 text-base font-normal text-muted">al {formatFecha(estado.corte)}</span>
            )}
          </h2>
          {estado && <StatementActions estado={estado} corte={corte} />}
          <Suspense fallback={<div className="h-16.5" />}>
            <DayFilter
              label="Corte"
              value={corte}
              onChange={(day) => navigate(clienteHref(cliente_id, { corte: day, hasta }), { replace: true })}
            />
          </Suspense>
        </div>
        {estado && <Buckets totales={estado.totales} />}
      </div>
      {answer.error && (
        <div className="p-4 md:px-6">
          <LoadError title="Error al cargar el estado de cuenta" query={answer} />
        </div>
      )}
      {!estado && !answer.error && (
        <div className="p-4 md:px-6">
          <LoadingLines label="Cargando estado de cuenta…" widths={['w-full', 'w-full', 'w-2/3']} />
        </div>
      )}
      {estado?.filas.length === 0 && <p className="p-6 text-center text-muted">{noInvoices}</p>}
      {estado && estado.filas.length > 0 && <OpenInvoices cliente_id={cliente_id} filas={estado.filas} />}
    </section>
  )
}

const Buckets = ({ totales }: { totales: PorCobrarTotales }) => (
  <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
    {keysOf(bucketLabels).map((bucket) => (
      <div
        key={bucket}
        className={cx('rounded-ui border p-3', bucket === 'total' ? 'border-field bg-sunken' : 'border-line')}
      >
        <dt className="text-sm text-muted">{bucketLabels[bucket]}</dt>
        <dd
          className={cx(
            'text-lg tabular-nums max-md:text-base',
            bucket === 'total' ? 'font-bold' : totales[bucket] === 0 && 'text-muted',
          )}
        >
          {formatQuetzales(totales[bucket])}
        </dd>
      </div>
    ))}
  </dl>
)

type StatementRow = EstadoDeCuentaFila & { id: number }

function OpenInvoices({ cliente_id, filas }: { cliente_id: number; filas: readonly EstadoDeCuentaFila[] }) {
  const [, navigate] = useLocation()
  // The same objects on each render, as `useRowSelection` needs them.
  const rows = useMemo(() => filas.map((fila): StatementRow => ({ ...fila, id: fila.factura_id })), [filas])
  const ticks = useRowSelection(rows)
  const { chosen } = ticks
  const pay = () => {
    if (chosen.length > 0)
      navigate(
        newCobroHref(
          cliente_id,
          chosen.map(({ id }) => id),
        ),
      )
  }
  usePageShortcuts({ ...tickShortcuts(rows, ticks, '#facturas'), c: pay, enter: openFocusedRow })
  return (
    <>
      <div id="facturas">
        <Table
          label="Facturas pendientes"
          columns={statementColumns}
          rows={rows}
          stale={false}
          expected={5}
          nameOf={facturaName}
          ticks={ticks}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-4 md:px-6">
        <output className="font-semibold">
          {facturasText(chosen.length)} · {formatQuetzales(sumAmounts(chosen.map(({ saldo }) => saldo)))}
        </output>
        <p className="mr-auto text-sm text-muted max-md:hidden">Espacio marca, C cobra lo marcado.</p>
        <Button disabled={chosen.length === 0} onClick={pay} className="max-md:w-full">
          + Cobro
        </Button>
      </div>
    </>
  )
}

const openFocusedRow = (from: Element) => {
  const link = from.matches('[data-row]') && from.querySelector('a')
  if (link) link.click()
  return Boolean(link)
}

const facturasText = (count: number) => `${formatInteger(count)} ${count === 1 ? 'factura' : 'facturas'}`

const statementColumns: Column<StatementRow>[] = [
  oneLineColumn('Factura', 'title', 10, (row) => facturaName(row), { href: ({ id }) => facturaHref(id) }),
  oneLineColumn('Fecha', 'labelled', 6, ({ fecha }) => formatFecha(fecha)),
  oneLineColumn('Vence', 'labelled', 9, ({ vence, dias }) => <VenceText vence={vence} dias={dias} />),
  amountColumn('Monto', ({ monto }) => monto),
  amountColumn('Cobrado', ({ cobrado }) => cobrado),
  amountColumn('Retenido', ({ retenido }) => retenido),
  {
    ...amountColumn('Saldo', ({ saldo }) => saldo, 'lead'),
    cell: ({ saldo }) => <strong>{formatQuetzales(saldo)}</strong>,
    card: ({ saldo }) => `Saldo ${formatQuetzales(saldo)}`,
  },
]
