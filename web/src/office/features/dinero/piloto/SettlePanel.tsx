import { calls } from '@flota/contract/calls.ts'
import { formatQuetzales } from '@flota/contract/format.ts'
import { Link } from 'wouter'
import { usePermission } from '../../../../api/session.ts'
import { Button, buttonClass } from '../../../../ui/Button.tsx'
import { usePageShortcuts } from '../../../../ui/usePageShortcuts.ts'
import { newMovimientoHref } from '../../../shared/movimientos/hrefs.ts'
import { SettlementTotals } from '../SettlementTotals.tsx'
import { computeTotals } from '../settlementTotals.ts'
import { maxMovimientosPerLiquidacion, type PilotoReview } from './usePilotoReview.ts'
import { useSettle } from './useSettle.ts'

interface Props {
  chofer_id: number
  piloto: PilotoReview
}

export function SettlePanel({ chofer_id, piloto }: Props) {
  const { ultima, chosen, tickable, hasMore } = piloto
  const may = usePermission()(calls['POST /api/liquidaciones'])
  const liquidar = useSettle(chofer_id, piloto)
  usePageShortcuts(may ? { l: () => void liquidar() } : {})
  const sumas = computeTotals(ultima?.saldo ?? 0, chosen)
  return (
    <section
      aria-label="Liquidación"
      className="rounded-ui border border-line bg-card p-4 shadow-soft md:sticky md:top-20"
    >
      <h2 className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3 font-bold">
        {may ? 'Lo marcado' : 'Lo aprobado'}
        <span className="text-sm font-normal text-muted">
          {chosen.length} de {tickable.length}
        </span>
      </h2>
      {hasMore && (
        <p className="mb-3 text-sm">
          En una liquidación caben {maxMovimientosPerLiquidacion} movimientos: van los más antiguos y los
          demás quedan para la siguiente.
        </p>
      )}
      <SettlementTotals sumas={sumas} />
      {may && (
        <div className="mt-4 grid gap-3">
          <Button look="primary" disabled={chosen.length === 0} onClick={() => void liquidar()}>
            Liquidar
          </Button>
          {sumas.saldo !== 0 && (
            <Link
              href={newMovimientoHref(sumas.saldo > 0 ? 'devolucion' : 'pago', {
                piloto: chofer_id,
                monto: Math.abs(sumas.saldo),
              })}
              className={buttonClass()}
            >
              {sumas.saldo > 0 ? 'Recibir' : 'Pagar'} {formatQuetzales(Math.abs(sumas.saldo))}
            </Link>
          )}
        </div>
      )}
    </section>
  )
}
