<?php

namespace SimpleSAML\Module\lab\Auth\Source;

use SimpleSAML\Auth\Source;
use SimpleSAML\Error\Exception;

/** The user that Apache has let in by HTTP authentication. */
class Apache extends Source
{
    public function authenticate(&$state)
    {
        $attributes = self::attributes();
        if ($attributes === null) {
            throw new Exception('Apache lets everyone in');
        }
        $state['Attributes'] = $attributes;
    }

    /** What a service gets to know of the user; null without one. A ticket's name has a realm. */
    public static function attributes(): ?array
    {
        $user = explode('@', $_SERVER['REMOTE_USER'] ?? '')[0];
        return $user === '' ? null : ['uid' => [$user]];
    }
}
