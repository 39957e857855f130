import { type Access, can } from '@flota/contract/access.ts'
import type { ReactNode } from 'react'
import { useSession } from './api/session.ts'
import { AccesoDenegado } from './layouts/AccesoDenegado.tsx'
import { AppLayout } from './layouts/AppLayout.tsx'
import { sections } from './sections.ts'

/** The office's frame, with the screen in it or the refusal. A new user gets a new frame, cache and all. */
export function Frame({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession()
  if (!session) return null
  return (
    <AppLayout key={session.user.id} session={session} sections={sections}>
      {can(session, access) ? children : <AccesoDenegado />}
    </AppLayout>
  )
}
