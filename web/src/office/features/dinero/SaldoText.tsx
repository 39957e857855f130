import { saldoText } from '@flota/contract/dinero.ts'
import { cx } from '../../../ui/cx.ts'

/** The sentence of a saldo; what the company owes is told apart by its colour too. */
export function SaldoText({ saldo, className }: { saldo: number; className?: string }) {
  return (
    <span className={cx(saldo < 0 && 'text-danger', saldo === 0 && 'text-muted', className)}>
      {saldoText(saldo)}
    </span>
  )
}
