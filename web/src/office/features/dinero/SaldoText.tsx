import { saldoText } from '@flota/contract/records/dinero.ts'
import { cx } from '../../../ui/cx.ts'

export function SaldoText({ saldo, className }: { saldo: number; className?: string }) {
  return (
    <span className={cx(saldo < 0 && 'text-danger', saldo === 0 && 'text-muted', className)}>
      {saldoText(saldo)}
    </span>
  )
}
