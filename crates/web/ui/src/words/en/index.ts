// English, which is always loaded.

import type { Catalogue } from '../catalogue';
import { page } from './page';
import { server } from './server';

export const en: Catalogue = { page, server };
