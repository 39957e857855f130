/** Header of the 401 for the session of a deactivated or deleted user: the user's id. */
export const inactiveUserHeader = 'X-Inactive-User'
