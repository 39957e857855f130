import { Redirect } from 'wouter'

/** To where the second factor is made, and from there back to where one was. */
export const RedirectToSegundoFactor = () => (
  <Redirect to="/segundo-factor" replace state={{ origin: location.pathname + location.search }} />
)
