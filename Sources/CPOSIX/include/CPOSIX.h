#pragma once

#include "files.h"
#include "guard.h"
#include "keyctl.h"
