import { calls } from '@flota/contract/core/calls.ts'
import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import { saldoText } from '@flota/contract/records/dinero.ts'
import { Link } from 'wouter'
import { messageOf } from '../../../../api/ApiError.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { usePermission } from '../../../../api/session.ts'
import { useIdempotencyKey } from '../../../../api/useIdempotencyKey.ts'
import { Button, buttonClass } from '../../../../ui/Button.tsx'
import { confirm } from '../../../../ui/ConfirmDialog.tsx'
import { showResult } from '../../../../ui/ResultPopup.tsx'
import { usePageShortcuts } from '../../../../ui/usePageShortcuts.ts'
import { printLiquidacion } from '../../../shared/export/printFile.ts'
import { newMovimientoHref } from '../../../shared/movimientos/hrefs.ts'
import { computeTotals, SettlementTotals } from '../SettlementTotals.tsx'
import { maxMovimientosPerLiquidacion, type PilotoReview } from './usePilotoReview.ts'

export function SettlePanel({ chofer_id, piloto }: { chofer_id: number; piloto: PilotoReview }) {
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

const movimientosText = (count: number) =>
  count === 1 ? '1 movimiento' : `${formatInteger(count)} movimientos`

/** Confirms, settles and offers to print. The server rejects a balance that differs from the shown one. */
function useSettle(chofer_id: number, { nombre, ultima, chosen, hasMore, rows = [] }: PilotoReview) {
  const create = useSave('POST /api/liquidaciones')
  const once = useIdempotencyKey()
  const { saldo } = computeTotals(ultima?.saldo ?? 0, chosen)
  const waiting = rows.filter(({ estado }) => estado === 'registrado').length
  const rest = hasMore && 'Los movimientos que no caben quedan para la siguiente.'
  const detail = [
    `${movimientosText(chosen.length)}. ${saldoText(saldo)}.`,
    rest,
    waiting > 0 && `Quedan ${formatInteger(waiting)} por revisar, para la siguiente.`,
  ]
  return async () => {
    if (chosen.length === 0) return
    const body = { chofer_id, movimientos: chosen.map(({ id }) => id), saldo }
    let tellResult = () => Promise.resolve()
    const yes = await confirm(
      `¿Liquidar a ${nombre}?`,
      async () => {
        try {
          const { data, message } = await once(body, (idempotencyKey) => create({ body, idempotencyKey }))
          tellResult = async () => {
            const resultText = [`${message}: ${data.numero}. ${saldoText(data.saldo)}.`, rest]
            if (await showResult('success', resultText.filter(Boolean).join(' '), 'Imprimir'))
              await printLiquidacion(data.id)
          }
        } catch (error) {
          tellResult = async () => void (await showResult('error', messageOf(error)))
        }
      },
      'primary',
      detail.filter(Boolean).join(' '),
    )
    if (yes) await tellResult()
  }
}
