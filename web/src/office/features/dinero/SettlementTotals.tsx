import { formatQuetzales } from '@flota/contract/core/format.ts'
import { type Suma, type Sumas, signoDeSuma, sumCents } from '@flota/contract/money/settlementTotals.ts'
import type { MovimientoTipo } from '@flota/contract/records/dinero.ts'
import { cx } from '../../../ui/cx.ts'
import { SaldoText } from './SaldoText.tsx'

const toCents = (amount: number) => Math.round(amount * 100)

/** Adds up movements as the server does. */
export function computeTotals(
  saldoAnterior: number,
  movimientos: readonly { tipo: MovimientoTipo; monto: number }[],
): Sumas {
  const sums = sumCents(
    toCents(saldoAnterior),
    movimientos.map(({ tipo, monto }) => ({ tipo, cents: toCents(monto) })),
  )
  // Object.fromEntries loses the type of the keys.
  return Object.fromEntries(Object.entries(sums).map(([suma, sum]) => [suma, sum / 100])) as Sumas
}

const totalLines = [
  ['Saldo anterior', 'saldo_anterior'],
  ['Anticipos', 'anticipos'],
  ['Pagos', 'pagos'],
  ['Cargos', 'cargos'],
  ['Gastos', 'gastos'],
  ['Devoluciones', 'devoluciones'],
  ['Abonos', 'abonos'],
] as const satisfies readonly (readonly [string, Suma | 'saldo_anterior'])[]

const signTextOf = (suma: Suma | 'saldo_anterior') =>
  suma === 'saldo_anterior' ? '' : signoDeSuma(suma) < 0 ? '− ' : '+ '

export function SettlementTotals({ sumas }: { sumas: Sumas }) {
  return (
    <>
      <dl className="grid gap-1">
        {totalLines.map(([label, suma]) => (
          <div key={suma} className={cx('flex justify-between gap-4', sumas[suma] === 0 && 'text-muted')}>
            <dt>{label}</dt>
            <dd className="tabular-nums">
              {sumas[suma] !== 0 && signTextOf(suma)}
              {formatQuetzales(sumas[suma])}
            </dd>
          </div>
        ))}
      </dl>
      <p aria-live="polite" className="mt-3 border-t border-line pt-3 text-2xl font-bold wrap-anywhere">
        <SaldoText saldo={sumas.saldo} />
      </p>
      {sumas.comisiones > 0 && (
        <p className="mt-2 flex justify-between gap-4 text-sm text-muted">
          <span>Comisiones (no entran en el saldo)</span>
          <span className="tabular-nums">{formatQuetzales(sumas.comisiones)}</span>
        </p>
      )}
    </>
  )
}
