import { type Access, can } from '@flota/contract/access.ts'
import { useSession } from './session.ts'

/** Whether whoever is here may do something; without a session nobody may. */
export function usePermission() {
  const session = useSession()
  return (access: Access) => session !== null && can(session, access)
}
