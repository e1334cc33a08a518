import type { UserRegistryEffect } from '../../command/effects.js';
import type { FactCheck } from '../../notes/entries/proof.js';
import { pluralize } from '../../text/pluralize.js';

/** Timeout: the registry is small, but another process may hold the lock. */
const REGISTRY_TIMEOUT_MS = 5000;

/** Creates the effect that records in DAYBOOK_HOME what this user trusts. */
export const createRegistryEffect = (
  action: UserRegistryEffect['action'],
  subject: string,
): UserRegistryEffect => ({
  kind: 'user-registry',
  action,
  subject,
  timeoutMs: REGISTRY_TIMEOUT_MS,
});

/** Creates the effect that records proofs which a person confirmed. */
export const createProofEffect = (proofs: readonly FactCheck[]): UserRegistryEffect => ({
  ...createRegistryEffect('confirm-proofs', pluralize(proofs.length, 'proof')),
  proofs,
});
