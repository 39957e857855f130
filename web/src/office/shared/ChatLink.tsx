import { whatsappDigits, whatsappHref } from '@flota/contract/trips/whatsapp.ts'
import { MessageCircle } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ApiError } from '../../api/ApiError.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'

interface ChatLinkProps {
  query: { data: { data: { telefono: string | null } } | undefined; error: ApiError | null }
  recipient: string
  texto: string
  children: ReactNode
}

/** Links to the chat, or explains why there is none. The server answers 404 for a record in the bin. */
export function ChatLink({ query: { data, error }, recipient, texto, children }: ChatLinkProps) {
  const id = useId()
  const digitos = whatsappDigits(data?.data.telefono ?? '')
  const label = (
    <>
      <MessageCircle aria-hidden="true" className="size-4.5 shrink-0 max-sm:hidden" />
      {children}
    </>
  )
  if (digitos)
    return (
      <a href={whatsappHref(digitos, texto)} target="_blank" rel="noreferrer" className={buttonClass()}>
        {label}
      </a>
    )
  const none = data !== undefined || error?.status === 404
  const reason = none ? `${recipient} no tiene un teléfono válido` : error?.message
  return (
    <span className="grid gap-1">
      <Button disabled aria-describedby={reason ? id : undefined}>
        {label}
      </Button>
      {reason && (
        <span id={id} className="text-sm text-muted">
          {reason}
        </span>
      )}
    </span>
  )
}
