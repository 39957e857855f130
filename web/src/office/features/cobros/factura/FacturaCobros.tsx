import { formatFecha } from '@flota/contract/core/format.ts'
import type { Aplicacion, Cobro } from '@flota/contract/money/cobros.ts'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import { type Column, stacked } from '../../../../list/table/column.tsx'
import { Table } from '../../../../list/table/Table.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { LoadError } from '../../../../ui/LoadError.tsx'
import { column, oneLineColumn } from '../../../shared/columns.ts'
import { LoadingLines } from '../../../shared/LoadingLines.tsx'
import { LazyReasonDialog } from '../../../shared/reason/LazyReasonDialog.tsx'
import { amountColumn, cobroName } from '../cobroColumns.tsx'
import { EstadoCobros } from '../facturaTexts.tsx'
import { useVoidCobro } from '../useVoidCobro.ts'

/** The payments of an invoice, with what each paid and withheld of it. */
export function FacturaCobros({ factura_id }: { factura_id: number }) {
  const answer = useEndpoint('GET /api/cobros', { query: { factura_id, porPagina: 100 } })
  const { voidCobro, reasonRequest } = useVoidCobro()
  const cobros = answer.data?.data
  return (
    <section className="overflow-hidden rounded-ui border border-line bg-card shadow-soft">
      <h2 className="p-4 text-lg font-bold md:px-6">Cobros</h2>
      <div className="border-t border-line">
        {answer.error && (
          <div className="p-4 md:px-6">
            <LoadError title="Error al cargar los cobros" query={answer} />
          </div>
        )}
        {!cobros && !answer.error && (
          <LoadingLines label="Cargando cobros…" widths={['w-2/3']} className="p-4 md:px-6" />
        )}
        {cobros?.length === 0 && <p className="p-6 text-center text-muted">Todavía no tiene cobros.</p>}
        {cobros && cobros.length > 0 && (
          <Table
            label="Cobros"
            columns={columnsFor(voidCobro)}
            rows={cobros.map((cobro) => ({
              ...cobro,
              part: cobro.aplicaciones.find((each) => each.factura_id === factura_id),
            }))}
            stale={false}
            expected={3}
          />
        )}
      </div>
      <LazyReasonDialog request={reasonRequest} />
    </section>
  )
}

/** `part` is what it applies to this invoice. */
type CobroRow = Cobro & { part: Aplicacion | undefined }

const columnsFor = (voidCobro: (cobro: Cobro) => void): Column<CobroRow>[] => [
  oneLineColumn('Fecha', 'title', 6, ({ fecha }) => formatFecha(fecha)),
  stacked(
    column('Forma', 'line', 8, ({ forma }) => forma),
    column('Referencia', 'note', 8, ({ referencia }) => referencia),
  ),
  amountColumn('Monto', ({ part }) => part?.monto ?? 0),
  withCertificate('Retención IVA', 'retencion_iva', 'constancia_iva'),
  withCertificate('Retención ISR', 'retencion_isr', 'constancia_isr'),
  oneLineColumn('Estado', 'badge', 6, ({ estado }) => <EstadoCobros estado={estado} />),
  oneLineColumn('Anulación', 'foot', 8, (cobro) =>
    cobro.estado === 'anulado' ? (
      <span className="wrap-anywhere whitespace-normal text-muted">«{cobro.motivo}»</span>
    ) : (
      <Button aria-label={`Anular cobro: ${cobroName(cobro)}`} onClick={() => voidCobro(cobro)}>
        Anular cobro
      </Button>
    ),
  ),
]

function withCertificate(
  label: string,
  amount: 'retencion_iva' | 'retencion_isr',
  constancia: 'constancia_iva' | 'constancia_isr',
): Column<CobroRow> {
  return stacked(
    amountColumn(label, ({ part }) => part?.[amount] ?? 0),
    column('Constancia', 'note', 7, ({ part }) => part?.[constancia], { numeric: true }),
  )
}
